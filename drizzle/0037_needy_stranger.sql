ALTER TABLE "devices" DROP COLUMN "window_at";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "window_posts";