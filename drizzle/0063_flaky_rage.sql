CREATE TABLE "network_pace" (
	"network" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "opened_network" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "turn_of" text;