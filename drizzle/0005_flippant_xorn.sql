ALTER TABLE "devices" DROP COLUMN "rhythm";--> statement-breakpoint
ALTER TABLE "sensors" DROP COLUMN "tau_hours";