CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "devices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"household_id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"space" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"flat_temperature_unit" text DEFAULT 'F' NOT NULL,
	"ingest_key_hash" "bytea",
	"ingest_key_hint" text,
	"battery_pct" real,
	"rssi" real,
	"last_seen_at" timestamp (6) with time zone,
	"recent_requests" bigint[] DEFAULT '{}' NOT NULL,
	"latest_values" double precision[] DEFAULT '{}' NOT NULL,
	"latest_at" timestamp (6) with time zone[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensors" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"position" smallint NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text,
	"is_state" boolean NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"faulty_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ingest_receipts" (
	"device_id" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"readings" smallint NOT NULL,
	"sensors_created" smallint NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "ingest_receipts_device_id_key_hash_pk" PRIMARY KEY("device_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"device_number" integer NOT NULL,
	"recorded_at" timestamp (6) with time zone NOT NULL,
	"values" double precision[] NOT NULL,
	CONSTRAINT "snapshots_device_number_recorded_at_pk" PRIMARY KEY("device_number","recorded_at")
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "households" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_hint" text NOT NULL,
	"expires_at" timestamp (6) with time zone,
	"revoked_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_receipts" ADD CONSTRAINT "ingest_receipts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_number" ON "devices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_ingest_key_hash" ON "devices" USING btree ("ingest_key_hash");--> statement-breakpoint
CREATE INDEX "devices_household" ON "devices" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sensors_device_key" ON "sensors" USING btree ("device_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "sensors_device_position" ON "sensors" USING btree ("device_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_token_hash" ON "share_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "share_links_household" ON "share_links" USING btree ("household_id");