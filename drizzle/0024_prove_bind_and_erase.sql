CREATE TABLE "removed_devices" (
	"number" integer PRIMARY KEY NOT NULL,
	"removed_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "pucks_household";--> statement-breakpoint
ALTER TABLE "pucks" DROP CONSTRAINT "pucks_pkey";--> statement-breakpoint
ALTER TABLE "pucks" ADD CONSTRAINT "pucks_household_id_device_id_pk" PRIMARY KEY("household_id","device_id");--> statement-breakpoint
ALTER TABLE "pucks" ADD COLUMN "bound_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp (6) with time zone;--> statement-breakpoint
UPDATE "pucks" SET "bound_at" = "registered_at" WHERE "bay_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "pucks_bound" ON "pucks" USING btree ("device_id") WHERE bound_at is not null;
