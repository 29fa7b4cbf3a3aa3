DROP TRIGGER IF EXISTS devices_request_check ON devices;--> statement-breakpoint
DROP TRIGGER IF EXISTS devices_disturb ON devices;--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "alert_settings";