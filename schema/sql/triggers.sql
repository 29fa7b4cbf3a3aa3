-- The effects of writing a row.

-- Makes a home due at once, whatever the clock of the process that evaluates it.
CREATE OR REPLACE FUNCTION request_check(wanted text) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	INSERT INTO household_checks (household_id, due_at) VALUES (wanted, 'epoch')
	ON CONFLICT (household_id) DO UPDATE SET due_at = 'epoch', asked = household_checks.asked + 1
$$;

-- The first argument names the household's column. A sensor's row has none: its device has the household.
CREATE OR REPLACE FUNCTION request_household_check() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM request_check(coalesce(to_jsonb(NEW)->>TG_ARGV[0],
		(SELECT household_id FROM devices WHERE id = to_jsonb(NEW)->>'device_id')));
	RETURN NULL;
END
$$;

-- Voids the bands of a sensor's device: for a sensor's own row, or with an argument for a row that names a sensor, or a
-- rule over one, in that column.
CREATE OR REPLACE FUNCTION disturb_device() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	written jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));
	-- The subject of a vacation's own watch is the sensor's id after this prefix.
	named text := regexp_replace(written->>TG_ARGV[0], '^vacation:', '');
	-- A deleted sensor isn't found, and needs nothing.
	owner text := coalesce(written->>'device_id', (SELECT s.device_id FROM sensors s
		WHERE s.id = coalesce((SELECT r.sensor_id FROM alert_rules r WHERE r.id = named), named)));
BEGIN
	PERFORM forget_deadband(d.household_id, d.id) FROM devices d WHERE d.id = owner;
	RETURN NULL;
END
$$;

-- Voids a device's bands before its own row is written.
CREATE OR REPLACE FUNCTION disturb_self() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	NEW.deadband_low := NULL;
	NEW.deadband_high := NULL;
	NEW.body_shape := NULL;
	NEW.deadband_version := OLD.deadband_version + 1;
	RETURN NEW;
END
$$;

-- Voids the bands of a home's devices; the first argument names the home's column.
CREATE OR REPLACE FUNCTION disturb_home() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM forget_deadband(coalesce(to_jsonb(NEW), to_jsonb(OLD))->>TG_ARGV[0]);
	RETURN NULL;
END
$$;

-- Writes at most limit_activity_same_per_hour rows an hour for the same action of one person, key or token in a home.
-- It counts further ones in the newest of these rows, so that nobody can bury what others did.
CREATE OR REPLACE FUNCTION fold_activity() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  newest bigint;
  written bigint;
BEGIN
  SELECT count(*), max(id) INTO written, newest FROM (
    SELECT entry.id FROM activity entry
    WHERE entry.household_id = NEW.household_id AND entry.action = NEW.action
      AND entry.actor_type = NEW.actor_type AND entry.actor_id IS NOT DISTINCT FROM NEW.actor_id
      AND entry.at > NEW.at - interval '1 hour'
    ORDER BY entry.at DESC LIMIT limit_activity_same_per_hour()) lately;
  IF written < limit_activity_same_per_hour() THEN
    RETURN NEW;
  END IF;
  UPDATE activity SET
    details = details || jsonb_build_object('folded', coalesce((details ->> 'folded')::integer, 0) + 1,
      'folded_until', to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  WHERE id = newest;
  RETURN NULL;
END $$;

-- Makes a saved feed due at the next tick, whoever saved it. A fetch in progress from its former address or root loses
-- its lease, so that its result is dropped.
CREATE OR REPLACE FUNCTION forget_feed_polls() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	NEW.next_poll_at := 'epoch';
	NEW.failures_in_row := 0;
	NEW.failure := NULL;
	NEW.lease_until := NULL;
	NEW.etag := NULL;
	RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION forget_photo() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO removed_objects (key, removed_at) VALUES ('photos/' || OLD.id, now())
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;

-- Covers everything that a tick's evaluation depends on except readings: an ingest itself decides what to leave to a
-- tick. So no column is listed here that an ingest writes.
CREATE OR REPLACE TRIGGER households_request_check
AFTER INSERT OR UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until, latitude, longitude
ON households FOR EACH ROW EXECUTE FUNCTION request_household_check('id');
-- A change of anything that a sensor's rules depend on voids its device's bands, as do the other triggers named
-- disturb: see record_readings, lib/alerts/deadband.
CREATE OR REPLACE TRIGGER households_disturb
AFTER UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until
ON households FOR EACH ROW EXECUTE FUNCTION disturb_home('id');

CREATE OR REPLACE TRIGGER devices_request_check AFTER INSERT OR UPDATE OF enabled, contact_true_means
ON devices FOR EACH ROW EXECUTE FUNCTION request_household_check('household_id');
CREATE OR REPLACE TRIGGER devices_disturb
BEFORE UPDATE OF type, name, space, enabled, flat_temperature_unit, contact_true_means, household_id
ON devices FOR EACH ROW
WHEN ((OLD.type, OLD.name, OLD.space, OLD.enabled, OLD.flat_temperature_unit, OLD.contact_true_means, OLD.household_id)
	IS DISTINCT FROM
	(NEW.type, NEW.name, NEW.space, NEW.enabled, NEW.flat_temperature_unit, NEW.contact_true_means, NEW.household_id))
EXECUTE FUNCTION disturb_self();

-- Includes the name: it says where the sensor is until the owner does.
CREATE OR REPLACE TRIGGER sensors_request_check AFTER UPDATE OF kind, alert_settings, placement, label, unit, unit_source
ON sensors FOR EACH ROW EXECUTE FUNCTION request_household_check();
CREATE OR REPLACE TRIGGER sensors_disturb AFTER INSERT OR DELETE OR UPDATE
ON sensors FOR EACH ROW EXECUTE FUNCTION disturb_device();

CREATE OR REPLACE TRIGGER alert_rules_request_check AFTER INSERT OR UPDATE
ON alert_rules FOR EACH ROW EXECUTE FUNCTION request_household_check('household_id');
CREATE OR REPLACE TRIGGER alert_rules_disturb AFTER INSERT OR UPDATE OR DELETE
ON alert_rules FOR EACH ROW EXECUTE FUNCTION disturb_device('sensor_id');

CREATE OR REPLACE TRIGGER alert_states_request_check AFTER INSERT OR UPDATE
ON alert_states FOR EACH ROW EXECUTE FUNCTION request_household_check('household_id');
CREATE OR REPLACE TRIGGER alert_states_disturb AFTER INSERT OR UPDATE OR DELETE
ON alert_states FOR EACH ROW EXECUTE FUNCTION disturb_device('subject');

CREATE OR REPLACE TRIGGER pull_feeds_saved BEFORE UPDATE OF url, sealed_url, json_root, enabled ON pull_feeds
FOR EACH ROW
-- Not if only an unchanged URL was sealed: just a save changes updated_at.
WHEN (NEW.updated_at <> OLD.updated_at OR NEW.sealed_url IS NOT DISTINCT FROM OLD.sealed_url)
EXECUTE FUNCTION forget_feed_polls();

-- The photo's bytes are in another store, out of reach of SQL: housekeeping removes them there.
CREATE OR REPLACE TRIGGER card_photos_removed AFTER DELETE ON card_photos
FOR EACH ROW EXECUTE FUNCTION forget_photo();

CREATE OR REPLACE TRIGGER activity_folded BEFORE INSERT ON activity
FOR EACH ROW EXECUTE FUNCTION fold_activity();
