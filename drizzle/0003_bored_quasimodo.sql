DROP TABLE "city_aggregates" CASCADE;--> statement-breakpoint
ALTER TABLE "households" DROP COLUMN "share_city_aggregates";