ALTER TABLE "pull_feeds" ADD COLUMN "last_polled_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD COLUMN "last_ok_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD COLUMN "failures_in_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD COLUMN "next_poll_at" timestamp (6) with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD COLUMN "lease_until" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD COLUMN "etag" text;--> statement-breakpoint
CREATE INDEX "pull_feeds_due" ON "pull_feeds" USING btree ("next_poll_at") WHERE enabled;