ALTER TABLE "companion_sessions" ADD COLUMN "opened_country" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "opened_country" text;