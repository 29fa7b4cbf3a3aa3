-- stored: function disturb_device 777db0574b2ac0a4 0920e9696060f140
-- For a sensor's row: a sensor that is gone is not found any more.
CREATE OR REPLACE FUNCTION disturb_device() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	owner text := coalesce(NEW.device_id, OLD.device_id);
BEGIN
	PERFORM forget_calm((SELECT d.household_id FROM devices d WHERE d.id = owner), owner);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function disturb_home a1a2b193cff21921 30fdd4055748f1a0
-- For a row that names its home in the column of the first argument.
CREATE OR REPLACE FUNCTION disturb_home() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM forget_calm(coalesce(to_jsonb(NEW), to_jsonb(OLD))->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function disturb_self 4311080f47184023 9bb51340a1486e70
-- For a device's own row, before it is written.
CREATE OR REPLACE FUNCTION disturb_self() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	NEW.calm_low := NULL;
	NEW.calm_high := NULL;
	NEW.body_shape := NULL;
	NEW.calm_version := OLD.calm_version + 1;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- stored: function disturb_sensor d480534fd10387b5 c19b8a8c2918f0af
-- For a row that names a sensor, or a rule over one, in the column of the first argument: disturbs the sensor's device.
CREATE OR REPLACE FUNCTION disturb_sensor() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	-- A vacation's own watch over a sensor is called after it.
	named text := regexp_replace(coalesce(to_jsonb(NEW), to_jsonb(OLD))->>TG_ARGV[0], '^vacation:', '');
	device devices;
BEGIN
	SELECT d.* INTO device FROM sensors s JOIN devices d ON d.id = s.device_id
	WHERE s.id = coalesce((SELECT r.sensor_id FROM alert_rules r WHERE r.id = named), named);
	IF FOUND THEN
		PERFORM forget_calm(device.household_id, device.id);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function fold_activity 50e68cd923b1afd4 b62786d751cf7234
-- Of the same act of one person, key or token in a home, so many rows an hour are written one by one. What comes after
-- them is counted in the newest of these: whoever repeats themselves hides nothing that others did.
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
--> statement-breakpoint
-- stored: function forget_feed_polls a2fcaa3bafd14179 de9efcc27fb00bb2
-- Whoever saves a feed, and however: it is polled afresh at the next tick, and what is being fetched from its
-- former address or root meanwhile is no longer wanted.
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
--> statement-breakpoint
-- stored: function forget_photo 7803d34a20c81b73 19b4d247ed761ef4
CREATE OR REPLACE FUNCTION forget_photo() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO removed_objects (key, removed_at) VALUES ('photos/' || OLD.id, now())
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function look_at_household 9a76d2f4fc95ce36 67f2eae9354549fc
-- The first argument names the column that holds the household.
CREATE OR REPLACE FUNCTION look_at_household() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM ask_for_look(to_jsonb(NEW)->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function look_at_sensor 58cba8d55eb8be7a 33de0b8cd9fcb765
CREATE OR REPLACE FUNCTION look_at_sensor() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM ask_for_look((SELECT household_id FROM devices WHERE id = NEW.device_id));
	RETURN NULL;
END
$$;
