INSERT INTO "contact_points" ("id", "user_id", "channel", "address", "verified_at", "gone_at", "created_at", "updated_at")
SELECT 'ctp_' || substr(md5("id" || "phone"), 1, 20), "id", 'sms', "phone", now(), "phone_gone_at", "created_at", now()
FROM "users" WHERE "phone" IS NOT NULL;--> statement-breakpoint
INSERT INTO "contact_points" ("id", "user_id", "channel", "address", "details", "verified_at", "created_at", "updated_at")
SELECT 'ctp_' || substr(md5("user_id" || "token"), 1, 20), "user_id", 'push', "token",
  jsonb_build_object('platform', "platform", 'app_id', "app_id"), "updated_at", "created_at", "updated_at"
FROM "push_tokens";--> statement-breakpoint
INSERT INTO "sending_counts" ("channel", "scope", "subject", "period", "sent")
SELECT 'sms', 'home', "household_id", "month", "sent" FROM "sms_usage";--> statement-breakpoint
UPDATE "outbox" SET "alert_ids" = ARRAY[split_part("dedupe_key", '/', 1)] WHERE "dedupe_key" LIKE 'alr\_%/%';--> statement-breakpoint
DROP TABLE "push_tokens" CASCADE;--> statement-breakpoint
DROP TABLE "sms_usage" CASCADE;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "phone";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "phone_gone_at";