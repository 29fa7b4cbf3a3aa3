ALTER TABLE "devices" ADD COLUMN "window_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "window_posts" smallint DEFAULT 0 NOT NULL;