ALTER TABLE "bays" DROP COLUMN "sensor_ids";--> statement-breakpoint
ALTER TABLE "contact_points" DROP COLUMN "previous_key_until";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "replay_of";