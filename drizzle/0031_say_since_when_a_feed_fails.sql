ALTER TABLE "pull_feeds" ADD COLUMN "failing_since" timestamp (6) with time zone;--> statement-breakpoint
UPDATE "pull_feeds" SET "failing_since" = "last_polled_at" WHERE "failures_in_row" > 0;
