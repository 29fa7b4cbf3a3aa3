CREATE TABLE "departures" (
	"household_id" text PRIMARY KEY NOT NULL,
	"began_at" timestamp (6) with time zone NOT NULL,
	"left_at" timestamp (6) with time zone
);
