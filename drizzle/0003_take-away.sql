DROP TRIGGER IF EXISTS devices_request_check ON devices;--> statement-breakpoint
DROP TRIGGER IF EXISTS devices_disturb ON devices;--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "alert_settings";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "charged_pct" real;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "charged_at" timestamp (6) with time zone;--> statement-breakpoint
DROP TABLE "battery_days" CASCADE;--> statement-breakpoint
ALTER TABLE "bays" DROP COLUMN "sensor_ids";--> statement-breakpoint
ALTER TABLE "contact_points" DROP COLUMN "previous_key_until";--> statement-breakpoint
ALTER TABLE "contact_points" DROP COLUMN "after_minutes";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "replay_of";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "blocked_for";--> statement-breakpoint
ALTER TABLE "alert_links" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_links" ADD COLUMN "contact_id" text;--> statement-breakpoint
ALTER TABLE "alert_links" ADD CONSTRAINT "alert_links_contact_id_home_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."home_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "alert_links" ("token_hash", "household_id", "contact_id", "alert_ids", "expires_at")
SELECT "token_hash", "household_id", "contact_id", "alert_ids", "expires_at" FROM "responder_links";--> statement-breakpoint
DROP TABLE "responder_links" CASCADE;--> statement-breakpoint
DROP TABLE "clock_checks" CASCADE;--> statement-breakpoint
ALTER TABLE "inbound_tokens" DROP COLUMN "requires_timestamp";--> statement-breakpoint
ALTER TABLE "passkeys" DROP COLUMN "backed_up";--> statement-breakpoint
ALTER TABLE "job_runs" DROP COLUMN "counts";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "ingest_key_hint";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "token_hint";--> statement-breakpoint
DROP INDEX "outbox_attempted";--> statement-breakpoint
ALTER TABLE "city_aggregates" DROP COLUMN "freeze_share";--> statement-breakpoint
ALTER TABLE "city_aggregates" DROP COLUMN "outage_share";
