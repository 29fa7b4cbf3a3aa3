CREATE TABLE "clock_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (6) with time zone NOT NULL,
	"answered_at" timestamp (6) with time zone,
	"job" text
);
