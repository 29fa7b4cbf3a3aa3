DROP TABLE "battery_days" CASCADE;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "charged_pct" real;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "charged_at" timestamp (6) with time zone;