-- Those that opened by themselves: nothing would end them.
DELETE FROM "status_incidents" WHERE subject IS NOT NULL;--> statement-breakpoint
DROP INDEX "status_incidents_open";--> statement-breakpoint
ALTER TABLE "status_incidents" DROP COLUMN "subject";