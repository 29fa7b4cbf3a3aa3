ALTER TABLE "devices" ADD COLUMN "clock_lags" real[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "clock_lag_gaps" real[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "clock_lag";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "clock_lag_posts";