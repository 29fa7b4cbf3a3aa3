DROP INDEX "status_subscribers_unsubscribe";--> statement-breakpoint
ALTER TABLE "status_subscribers" DROP COLUMN "unsubscribe_hash";