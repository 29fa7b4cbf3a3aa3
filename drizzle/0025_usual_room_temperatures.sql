ALTER TABLE "sensors" ADD COLUMN "week_floor" jsonb;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "week_floor_at" timestamp (6) with time zone;