CREATE TABLE "host_pace" (
	"host" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (6) with time zone NOT NULL,
	"paused_until" timestamp (6) with time zone
);
