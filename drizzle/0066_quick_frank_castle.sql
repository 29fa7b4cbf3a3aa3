ALTER TABLE "companion_sessions" ADD COLUMN "opened_from" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "opened_from" text;