ALTER TABLE "contact_points" ADD COLUMN "previous_key_until" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "replay_of" text;