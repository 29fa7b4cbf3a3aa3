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
--> statement-breakpoint
-- How long a push device may be silent before it is offline: lib/domain/device-status.ts over what
-- lib/domain/alerts/usual-interval.ts learns from the seconds between its posts. A test holds the two together.
CREATE FUNCTION offline_after(gaps integer[]) RETURNS interval
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	since_post integer := 0;
	apart integer[] := '{}';
	usual float8 := 900;
BEGIN
	FOR place IN REVERSE cardinality(gaps)..1 LOOP
		since_post := since_post + gaps[place];
		-- Posts closer than this are parts of one.
		IF since_post >= 30 THEN
			apart := apart || since_post;
			since_post := 0;
		END IF;
	END LOOP;
	IF cardinality(apart) >= 3 THEN
		SELECT least(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds), 86400) INTO usual
		FROM unnest(apart) AS post (seconds);
	END IF;
	RETURN greatest(3 * usual, 2700) * interval '1 second';
END
$$;
--> statement-breakpoint
-- Of the next push devices after a number: what their sensors last said stood through a quarter hour, counted since
-- the epoch, in which they said nothing. Not where the device was not heard any more when it ended, nor of a value
-- that was stale by then. Once more for the same quarter changes nothing.
CREATE FUNCTION hold_values(quarter integer, after_number integer, devices_max integer, stale_hours integer)
RETURNS TABLE (next_after integer, held integer)
LANGUAGE plpgsql
-- A page is few rows of large tables: whatever reads a whole one is no help to all pages together.
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
	begins_at timestamptz := 'epoch'::timestamptz + quarter * interval '15 minutes';
	ends_at timestamptz := begins_at + interval '15 minutes';
	oldest_at timestamptz := ends_at - stale_hours * interval '1 hour';
BEGIN
	-- The next statement sees what a tick beside this one has held.
	PERFORM pg_advisory_xact_lock(hashtext('held_values'));
	RETURN QUERY
	WITH page AS MATERIALIZED (
		SELECT d.* FROM devices d WHERE d.number > after_number AND d.type = 'push' AND d.enabled
		ORDER BY d.number LIMIT devices_max
	), heard AS (
		SELECT page.* FROM page WHERE CASE
			WHEN page.last_seen_at >= ends_at - interval '45 minutes' THEN true
			WHEN page.last_seen_at >= ends_at - interval '72 hours'
			THEN page.last_seen_at >= ends_at - offline_after(page.recent_gaps)
		END
	), silent AS MATERIALIZED (
		SELECT heard.id, heard.number, latest.position, newest.value
		FROM heard
		CROSS JOIN LATERAL unnest(heard.latest_values, heard.latest_at) WITH ORDINALITY AS latest (value, at, position)
		CROSS JOIN LATERAL (
			SELECT latest.at, latest.value WHERE latest.at < ends_at
			UNION ALL
			-- It has spoken since: what stood before is in its history.
			(SELECT snapshot.recorded_at, snapshot."values"[latest.position::integer] FROM snapshots snapshot
			WHERE latest.at >= ends_at AND snapshot.device_number = heard.number
				AND snapshot.recorded_at >= oldest_at AND snapshot.recorded_at < ends_at
				AND snapshot."values"[latest.position::integer] IS NOT NULL
			ORDER BY snapshot.recorded_at DESC LIMIT 1)
		) AS newest (at, value)
		WHERE newest.at < begins_at AND newest.at >= oldest_at
	), placed AS MATERIALIZED (
		SELECT silent.number, s.position, silent.value, run.from_bucket, run.to_bucket,
			run.to_bucket = quarter - 1 AND run.value = silent.value AS goes_on
		FROM silent
		JOIN sensors s ON s.device_id = silent.id AND s.position = silent.position AND s.faulty_at IS NULL
		LEFT JOIN LATERAL (
			SELECT h.from_bucket, h.to_bucket, h.value FROM held_values h
			WHERE h.device_number = silent.number AND h.position = s.position AND h.from_bucket <= quarter
			ORDER BY h.from_bucket DESC LIMIT 1) run ON true
	), longer AS (
		UPDATE held_values h SET to_bucket = quarter FROM placed
		WHERE placed.goes_on AND h.device_number = placed.number AND h.position = placed.position
			AND h.from_bucket = placed.from_bucket
	), begun AS (
		INSERT INTO held_values (device_number, from_bucket, to_bucket, position, value)
		SELECT placed.number, quarter, quarter, placed.position, placed.value
		FROM placed JOIN devices d ON d.number = placed.number
		WHERE placed.goes_on IS NOT TRUE AND (placed.to_bucket IS NULL OR placed.to_bucket < quarter)
		-- Whoever removes a device locks it first: nothing is left of one that has gone.
		FOR KEY SHARE OF d
	)
	SELECT CASE WHEN count(*) = devices_max THEN max(page.number) END, (SELECT count(*)::integer FROM placed)
	FROM page;
END
$$;
--> statement-breakpoint
-- A home's feeds go into one shard, so that a tick judges it once.
DROP INDEX "pull_feeds_due";
--> statement-breakpoint
CREATE INDEX "pull_feeds_due" ON "pull_feeds" USING btree ("next_poll_at","household_id") WHERE enabled;
