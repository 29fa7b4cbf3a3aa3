ALTER TABLE "devices" ADD COLUMN "rhythm" jsonb;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "fault" text;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "faulty_since" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "placement" text;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "placement_guess" jsonb;