ALTER TABLE "city_aggregates" ADD COLUMN "power_share" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "city_aggregates" ADD COLUMN "heating_share" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "city_aggregates" ADD COLUMN "lowest_celsius" real;