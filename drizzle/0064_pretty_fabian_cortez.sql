CREATE TABLE "received_bodies" (
	"device_id" text PRIMARY KEY NOT NULL,
	"bodies" jsonb NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "received_bodies" ADD CONSTRAINT "received_bodies_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;