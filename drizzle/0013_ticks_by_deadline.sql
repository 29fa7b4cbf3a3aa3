CREATE TABLE "household_looks" (
	"household_id" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (6) with time zone NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "battery_days" (
	"device_number" integer NOT NULL,
	"day" date NOT NULL,
	"pct" real NOT NULL,
	CONSTRAINT "battery_days_device_number_day_pk" PRIMARY KEY("device_number","day")
);
--> statement-breakpoint
CREATE TABLE "held_values" (
	"device_number" integer NOT NULL,
	"from_bucket" integer NOT NULL,
	"to_bucket" integer NOT NULL,
	"position" smallint NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "held_values_device_number_position_from_bucket_pk" PRIMARY KEY("device_number","position","from_bucket")
);
--> statement-breakpoint
ALTER TABLE "household_looks" ADD CONSTRAINT "household_looks_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "household_looks_due" ON "household_looks" USING btree ("due_at");--> statement-breakpoint
-- A run is made longer at each tick: the row stays on its page.
ALTER TABLE "held_values" SET (fillfactor = 80);
--> statement-breakpoint
INSERT INTO household_looks (household_id, due_at) SELECT id, 'epoch' FROM households;
--> statement-breakpoint
-- Due at once, whatever the clock of who looks says.
CREATE FUNCTION ask_for_look(wanted text) RETURNS void
LANGUAGE sql AS $$
	INSERT INTO household_looks (household_id, due_at) VALUES (wanted, 'epoch')
	ON CONFLICT (household_id) DO UPDATE SET due_at = 'epoch', asked = household_looks.asked + 1
$$;
--> statement-breakpoint
-- The first argument names the column that holds the household.
CREATE FUNCTION look_at_household() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM ask_for_look(to_jsonb(NEW)->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION look_at_sensor() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM ask_for_look((SELECT household_id FROM devices WHERE id = NEW.device_id));
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Whatever a tick goes by, but for readings: of those the ingest knows which it leaves to a tick. No column that an
-- ingest writes is named here.
CREATE TRIGGER households_looked_at
AFTER INSERT OR UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until, latitude, longitude
ON households FOR EACH ROW EXECUTE FUNCTION look_at_household('id');
--> statement-breakpoint
CREATE TRIGGER devices_looked_at AFTER INSERT OR UPDATE OF enabled, alert_settings
ON devices FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
--> statement-breakpoint
CREATE TRIGGER sensors_looked_at AFTER UPDATE OF kind, alert_settings
ON sensors FOR EACH ROW EXECUTE FUNCTION look_at_sensor();
--> statement-breakpoint
CREATE TRIGGER alert_rules_looked_at AFTER INSERT OR UPDATE
ON alert_rules FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
--> statement-breakpoint
CREATE TRIGGER alert_states_looked_at AFTER INSERT OR UPDATE
ON alert_states FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
