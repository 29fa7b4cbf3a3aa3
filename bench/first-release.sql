-- What the first release's ingest statement touched, as its migrations made it: never edited, so that every later ingest is
-- held against the same (bench/fixed-floor.ts).
SET check_function_bodies = false;
CREATE FUNCTION ask_for_look(wanted text) RETURNS void
    LANGUAGE sql
    AS $$
	INSERT INTO household_looks (household_id, due_at) VALUES (wanted, 'epoch')
	ON CONFLICT (household_id) DO UPDATE SET due_at = 'epoch', asked = household_looks.asked + 1
$$;

CREATE TABLE devices (
    id text NOT NULL,
    number integer NOT NULL,
    household_id text NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    space text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    flat_temperature_unit text DEFAULT 'F'::text NOT NULL,
    ingest_key_hash bytea,
    ingest_key_hint text,
    battery_pct real,
    rssi real,
    last_seen_at timestamp(6) with time zone,
    recent_requests bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    latest_values double precision[] DEFAULT '{}'::double precision[] NOT NULL,
    latest_at timestamp(6) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    sealed_ingest_key text,
    callout_ingest_key text,
    callout_until timestamp(6) with time zone,
    recent_gaps integer[] DEFAULT '{}'::integer[] NOT NULL,
    alert_settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    clock_lag real DEFAULT 0 NOT NULL,
    clock_lag_posts smallint DEFAULT 0 NOT NULL
)
WITH (fillfactor='70');

CREATE FUNCTION clock_lag_of(d devices) RETURNS interval
    LANGUAGE sql STABLE
    AS $$
	SELECT CASE WHEN d.clock_lag_posts >= 3 THEN d.clock_lag * interval '1 second' ELSE interval '0' END
$$;

CREATE FUNCTION create_sensors(device devices, now timestamp with time zone, sent jsonb) RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
	created integer;
BEGIN
	INSERT INTO sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
	SELECT
		'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, 24),
		device.id,
		cardinality(device.latest_values) + row_number() OVER (ORDER BY first.ordinal),
		first.key, first.label, first.kind,
		CASE WHEN first.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN '°C' ELSE first.unit END,
		first.state OR first.kind IN ('door', 'flood', 'motion'),
		now
	FROM (
		SELECT DISTINCT ON (r->>'key')
			r->>'key' AS key, r->>'label' AS label, r->>'kind' AS kind, r->>'unit' AS unit,
			r->>'celsius' AS celsius,
			(r->>'state')::boolean AS state, ordinal
		FROM jsonb_array_elements(sent) WITH ORDINALITY AS t (r, ordinal)
		ORDER BY r->>'key', ordinal
	) AS first
	WHERE NOT EXISTS (SELECT FROM sensors s WHERE s.device_id = device.id AND s.key = first.key);
	GET DIAGNOSTICS created = ROW_COUNT;
	RETURN created;
END
$$;

CREATE FUNCTION device_facts(d devices) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
	SELECT jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps))
$$;

CREATE FUNCTION ensure_snapshot_day(day date) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
BEGIN
	IF to_regclass(partition_name) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('snapshots'));
	EXECUTE format(
		'CREATE TABLE IF NOT EXISTS %I PARTITION OF snapshots FOR VALUES FROM (%L) TO (%L)',
		partition_name,
		to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00',
		to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00'
	);
END
$$;

CREATE FUNCTION ensure_snapshot_days(readings jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
	PERFORM ensure_snapshot_day((to_timestamp(micros / 1e6) AT TIME ZONE 'UTC')::date)
	FROM (
		SELECT DISTINCT (r->>'at')::bigint / 86400000000 * 86400000000 AS micros
		FROM jsonb_array_elements(readings) AS r WHERE r->>'at' IS NOT NULL
	) AS days;
END
$$;

CREATE FUNCTION epoch_ms(at timestamp with time zone) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((EXTRACT(epoch FROM at))::double precision * (1000)::double precision);

CREATE FUNCTION household_facts(wanted text) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
	SELECT jsonb_build_object(
		'id', h.id, 'settings', h.alert_settings,
		'quiet', jsonb_build_object(
			'snoozedUntil', epoch_ms(h.snoozed_until),
			'vacation', CASE WHEN h.vacation_since IS NOT NULL
				THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END))
	FROM households h WHERE h.id = wanted
$$;

CREATE FUNCTION ingest_facts(d devices, positions smallint[], before double precision[]) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
	ids text[];
	watched jsonb;
	rules jsonb;
	states jsonb;
	home jsonb;
	lag interval := clock_lag_of(d);
BEGIN
	SELECT coalesce(array_agg(s.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
		'id', s.id, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'faultyAt', epoch_ms(s.faulty_at), 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position] + lag), 'valueBefore', before[s.position])), '[]')
	INTO ids, watched FROM sensors s WHERE s.device_id = d.id AND s.position = ANY (positions);
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
	INTO rules FROM alert_rules r WHERE r.sensor_id = ANY (ids);
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
	INTO states FROM alert_states a
	WHERE a.household_id = d.household_id AND (
		a.subject = ANY (ids)
		OR (starts_with(a.subject, 'vacation:') AND substr(a.subject, 10) = ANY (ids))
		OR (a.kind = 'rule' AND a.subject IN (SELECT r->>'id' FROM jsonb_array_elements(rules) AS r)));
	SELECT jsonb_build_object('id', h.id, 'settings', h.alert_settings, 'quiet', jsonb_build_object(
		'snoozedUntil', epoch_ms(h.snoozed_until),
		'vacation', CASE WHEN h.vacation_since IS NOT NULL
			THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END))
	INTO home FROM households h WHERE h.id = d.household_id;
	RETURN jsonb_build_object(
		'household', home, 'sensors', watched, 'rules', rules, 'states', states,
		'device', jsonb_build_object(
			'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
			'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps)));
END
$$;

CREATE FUNCTION look_at_household() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	PERFORM ask_for_look(to_jsonb(NEW)->>TG_ARGV[0]);
	RETURN NULL;
END
$$;

CREATE FUNCTION look_at_sensor() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	PERFORM ask_for_look((SELECT household_id FROM devices WHERE id = NEW.device_id));
	RETURN NULL;
END
$$;

CREATE FUNCTION merge_values(stored double precision[], sent double precision[]) RETURNS double precision[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT array_agg(COALESCE(pair.sent, pair.stored) ORDER BY pair."position") AS array_agg FROM UNNEST(merge_values.stored, merge_values.sent) WITH ORDINALITY pair(stored, sent, "position"));

CREATE FUNCTION offline_after(gaps integer[]) RETURNS interval
    LANGUAGE plpgsql IMMUTABLE
    AS $$
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

CREATE FUNCTION record_readings(ingest_key bytea, request bigint, now timestamp with time zone, receipt bytea, sensors_max integer, body jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    AS $$
DECLARE
	device devices;
	known ingest_receipts;
	answer jsonb;
BEGIN
	PERFORM ensure_snapshot_days(body->'readings');
	PERFORM ensure_snapshot_day((now AT TIME ZONE 'UTC')::date);

	SELECT * INTO device FROM devices WHERE ingest_key_hash = ingest_key FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN jsonb_build_object('outcome', 'unknown_key');
	END IF;
	IF request = ANY (device.recent_requests) THEN
		RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0);
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt AND r.created_at > now - interval '24 hours';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created);
		END IF;
	END IF;

	device.recent_requests := (request || device.recent_requests)[1:4];
	answer := store_readings(device, now, sensors_max, body, true);
	IF answer->>'outcome' = 'too_many_sensors' THEN
		RAISE EXCEPTION 'too many sensors' USING ERRCODE = 'HW001';
	END IF;
	IF receipt IS NOT NULL AND answer->>'outcome' = 'stored' THEN
		INSERT INTO ingest_receipts (device_id, key_hash, readings, sensors_created, created_at)
		VALUES (
			device.id, receipt, (answer->>'readings')::smallint, (answer->>'sensors_created')::smallint, now)
		ON CONFLICT (device_id, key_hash) DO UPDATE SET
			readings = excluded.readings, sensors_created = excluded.sensors_created,
			created_at = excluded.created_at;
	END IF;
	RETURN answer;
END
$$;

CREATE FUNCTION said_last(device devices) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
	SELECT jsonb_build_object('faulty', '[]'::jsonb, 'readings', coalesce(jsonb_agg(jsonb_build_object(
		'key', s.key, 'unit', s.unit, 'state', s.is_state, 'value', device.latest_values[s.position])), '[]'))
	FROM sensors s WHERE s.device_id = device.id AND device.latest_at[s.position] = device.last_seen_at
$$;

CREATE TABLE sensors (
    id text NOT NULL,
    device_id text NOT NULL,
    "position" smallint NOT NULL,
    key text NOT NULL,
    label text NOT NULL,
    kind text NOT NULL,
    unit text,
    is_state boolean NOT NULL,
    visible boolean DEFAULT true NOT NULL,
    faulty_at timestamp(6) with time zone,
    created_at timestamp(6) with time zone NOT NULL,
    alert_settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    tau_hours real
);

CREATE FUNCTION sensor_facts(s sensors, d devices, before double precision) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
	SELECT jsonb_build_object(
		'id', s.id, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'faultyAt', epoch_ms(s.faulty_at), 'settings', s.alert_settings,
		'value', d.latest_values[s.position], 'at', epoch_ms(d.latest_at[s.position] + clock_lag_of(d)), 'valueBefore', before)
$$;

CREATE FUNCTION store_readings(device devices, now timestamp with time zone, sensors_max integer, body jsonb, with_facts boolean DEFAULT false) RETURNS jsonb
    LANGUAGE plpgsql
    AS $$
DECLARE
	reading record;
	received_at timestamptz;
	moment timestamptz;
	open_moment timestamptz;
	snapshot float8[];
	empty_snapshot float8[];
	reading_value float8;
	reading_unit text;
	other jsonb;
	missing boolean;
	mismatch jsonb;
	created integer := 0;
	stored integer := 0;
	moved smallint[];
	latest_before float8[] := device.latest_values;
	gap integer := extract(epoch FROM now - device.last_seen_at);
	lag float8;
	passed float8;
BEGIN
	-- Requests that arrive together get moments of their own, so that none overwrites another's.
	received_at := CASE
		WHEN device.last_seen_at >= now AND device.last_seen_at < now + interval '1 second'
		THEN device.last_seen_at + interval '1 microsecond'
		ELSE now
	END;

	FOR attempt IN 1..2 LOOP
		missing := false;
		stored := 0;
		mismatch := NULL;
		open_moment := NULL;
		moved := '{}';
		empty_snapshot := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
		FOR reading IN
			SELECT r.*, s.position, s.unit AS sensor_unit, s.is_state, s.faulty_at
			FROM jsonb_to_recordset(body->'readings') AS r (
				key text, unit text, value float8, state boolean, at bigint, other jsonb, celsius jsonb)
			LEFT JOIN sensors s ON s.device_id = device.id AND s.key = r.key
			ORDER BY r.at NULLS LAST
		LOOP
			IF reading.position IS NULL THEN
				missing := true;
				EXIT;
			END IF;
			reading_unit := reading.unit;
			other := reading.other;
			IF reading.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN
				reading_unit := '°C';
				other := reading.celsius;
			END IF;
			reading_value := reading.value;
			IF reading.state AND NOT reading.is_state THEN
				reading_value := NULL;
			ELSIF reading_unit <> reading.sensor_unit THEN
				reading_value := (other->>reading.sensor_unit)::float8;
			END IF;
			IF reading_value IS NULL THEN
				mismatch := jsonb_build_object(
					'key', reading.key, 'unit', reading_unit, 'sensor_unit', reading.sensor_unit);
				CONTINUE;
			END IF;
			moment := coalesce('epoch'::timestamptz + reading.at * interval '1 microsecond', received_at);
			IF moment IS DISTINCT FROM open_moment THEN
				IF open_moment IS NOT NULL THEN
					PERFORM store_snapshot(device.number, open_moment, snapshot);
				END IF;
				open_moment := moment;
				snapshot := empty_snapshot;
			END IF;
			snapshot[reading.position] := reading_value;
			IF device.latest_at[reading.position] IS NULL OR moment >= device.latest_at[reading.position] THEN
				device.latest_values[reading.position] := reading_value;
				device.latest_at[reading.position] := moment;
				moved := moved || reading.position;
			END IF;
			IF reading.faulty_at IS NOT NULL THEN
				UPDATE sensors SET faulty_at = NULL WHERE device_id = device.id AND position = reading.position;
			END IF;
			stored := stored + 1;
		END LOOP;
		EXIT WHEN NOT missing;
		SELECT count(DISTINCT r->>'key') INTO created FROM jsonb_array_elements(body->'readings') AS r
		WHERE NOT EXISTS (SELECT FROM sensors s WHERE s.device_id = device.id AND s.key = r->>'key');
		IF cardinality(device.latest_values) + created > sensors_max THEN
			RETURN jsonb_build_object('outcome', 'too_many_sensors');
		END IF;
		created := create_sensors(device, now, body->'readings');
		device.latest_values := device.latest_values || array_fill(NULL::float8, ARRAY[created]);
		device.latest_at := device.latest_at || array_fill(NULL::timestamptz, ARRAY[created]);
	END LOOP;

	IF stored = 0 AND mismatch IS NOT NULL THEN
		RETURN jsonb_build_object('outcome', 'unit_mismatch') || mismatch;
	END IF;
	IF open_moment IS NOT NULL THEN
		PERFORM store_snapshot(device.number, open_moment, snapshot);
	END IF;
	IF jsonb_array_length(body->'faulty') > 0 THEN
		UPDATE sensors s SET faulty_at = now
		WHERE s.device_id = device.id AND s.faulty_at IS NULL
			AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty'));
		moved := moved || ARRAY(
			SELECT s.position FROM sensors s
			WHERE s.device_id = device.id AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty')));
	END IF;
	-- What is said once more late, or sent later at a stretch, comes at a lag that changes with every post.
	passed := extract(epoch FROM received_at - device.last_seen_at);
	IF open_moment IS NOT NULL AND (passed IS NULL OR passed >= 30) THEN
		lag := extract(epoch FROM received_at - open_moment);
		device.clock_lag_posts := CASE
			WHEN abs(lag - device.clock_lag) <= 2 + passed / 10 THEN least(device.clock_lag_posts + 1, 100) ELSE 0 END;
		device.clock_lag := lag;
	END IF;
	device.last_seen_at := greatest(device.last_seen_at, received_at);
	device.battery_pct := coalesce((body->>'battery')::real, device.battery_pct);
	device.rssi := coalesce((body->>'rssi')::real, device.rssi);
	-- Posts in a burst say nothing about how often the device speaks.
	IF gap >= 5 THEN
		device.recent_gaps := (gap || device.recent_gaps)[1:20];
	END IF;
	UPDATE devices SET
		last_seen_at = device.last_seen_at,
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = device.battery_pct,
		rssi = device.rssi,
		recent_requests = device.recent_requests,
		recent_gaps = device.recent_gaps,
		clock_lag = device.clock_lag,
		clock_lag_posts = device.clock_lag_posts
	WHERE id = device.id;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', stored, 'sensors_created', created) || CASE
		WHEN with_facts THEN jsonb_build_object('facts', ingest_facts(device, moved, latest_before))
		ELSE '{}' END;
END
$$;

CREATE FUNCTION store_snapshot(device integer, at timestamp with time zone, sent double precision[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO snapshots (device_number, recorded_at, "values")
	VALUES (device, at, CASE WHEN array_position(sent, NULL) IS NULL THEN ARRAY(SELECT unnest(sent)) ELSE sent END)
	ON CONFLICT (device_number, recorded_at)
	DO UPDATE SET "values" = merge_values(snapshots."values", excluded."values");
	-- A sealed day keeps it: what comes into it all the same is told by the tiers when it is sealed too.
	DELETE FROM rolled_days
	WHERE device_number = device AND day = (at AT TIME ZONE 'UTC')::date AND NOT sealed;
END
$$;

CREATE TABLE alert_rules (
    id text NOT NULL,
    household_id text NOT NULL,
    sensor_id text NOT NULL,
    settings jsonb NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL
);

CREATE TABLE alert_states (
    household_id text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    version integer NOT NULL,
    state jsonb NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL
);

CREATE TABLE alerts (
    id text NOT NULL,
    household_id text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    episode integer NOT NULL,
    severity text NOT NULL,
    opened_at timestamp(6) with time zone NOT NULL,
    closed_at timestamp(6) with time zone,
    close_reason text,
    acknowledged_at timestamp(6) with time zone,
    acknowledged_by text,
    device_id text,
    sensor_id text,
    title text NOT NULL
);

ALTER TABLE devices ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME devices_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE household_looks (
    household_id text NOT NULL,
    due_at timestamp(6) with time zone NOT NULL,
    asked integer DEFAULT 0 NOT NULL
);

CREATE TABLE households (
    id text NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    trial_ends_at timestamp(6) with time zone,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    temperature_unit text DEFAULT 'F'::text NOT NULL,
    latitude double precision,
    longitude double precision,
    snoozed_until timestamp(6) with time zone,
    vacation_since timestamp(6) with time zone,
    vacation_until timestamp(6) with time zone,
    alert_settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    downgraded_at timestamp(6) with time zone,
    history_cut_on date,
    city text,
    share_city_aggregates boolean DEFAULT false NOT NULL
);

CREATE TABLE incidents (
    subject text NOT NULL,
    opened_at timestamp(6) with time zone NOT NULL,
    closed_at timestamp(6) with time zone,
    reason text NOT NULL
);

CREATE TABLE ingest_receipts (
    device_id text NOT NULL,
    key_hash bytea NOT NULL,
    readings smallint NOT NULL,
    sensors_created smallint NOT NULL,
    created_at timestamp(6) with time zone NOT NULL
);

CREATE TABLE probes (
    household_id text NOT NULL,
    id text NOT NULL,
    feed_id text NOT NULL,
    key text NOT NULL,
    label text NOT NULL,
    visible boolean NOT NULL
);

CREATE TABLE rolled_days (
    device_number integer NOT NULL,
    day date NOT NULL,
    sealed boolean DEFAULT false NOT NULL
);

CREATE TABLE snapshots (
    device_number integer NOT NULL,
    recorded_at timestamp(6) with time zone NOT NULL,
    "values" double precision[] NOT NULL
)
PARTITION BY RANGE (recorded_at);

ALTER TABLE ONLY alert_rules
    ADD CONSTRAINT alert_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alert_states
    ADD CONSTRAINT alert_states_household_id_kind_subject_pk PRIMARY KEY (household_id, kind, subject);

ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY household_looks
    ADD CONSTRAINT household_looks_pkey PRIMARY KEY (household_id);

ALTER TABLE ONLY households
    ADD CONSTRAINT households_pkey PRIMARY KEY (id);

ALTER TABLE ONLY incidents
    ADD CONSTRAINT incidents_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY ingest_receipts
    ADD CONSTRAINT ingest_receipts_device_id_key_hash_pk PRIMARY KEY (device_id, key_hash);

ALTER TABLE ONLY probes
    ADD CONSTRAINT probes_household_id_id_pk PRIMARY KEY (household_id, id);

ALTER TABLE ONLY rolled_days
    ADD CONSTRAINT rolled_days_device_number_day_pk PRIMARY KEY (device_number, day);

ALTER TABLE ONLY sensors
    ADD CONSTRAINT sensors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY snapshots
    ADD CONSTRAINT snapshots_device_number_recorded_at_pk PRIMARY KEY (device_number, recorded_at);

CREATE INDEX alert_rules_household ON alert_rules USING btree (household_id);

CREATE INDEX alert_rules_sensor ON alert_rules USING btree (sensor_id);

CREATE UNIQUE INDEX alerts_episode ON alerts USING btree (household_id, kind, subject, episode);

CREATE INDEX alerts_household_opened ON alerts USING btree (household_id, opened_at);

CREATE INDEX devices_household ON devices USING btree (household_id);

CREATE UNIQUE INDEX devices_ingest_key_hash ON devices USING btree (ingest_key_hash);

CREATE UNIQUE INDEX devices_number ON devices USING btree (number);

CREATE INDEX household_looks_due ON household_looks USING btree (due_at);

CREATE UNIQUE INDEX probes_feed_key ON probes USING btree (household_id, feed_id, key);

CREATE UNIQUE INDEX sensors_device_key ON sensors USING btree (device_id, key);

CREATE UNIQUE INDEX sensors_device_position ON sensors USING btree (device_id, "position");

CREATE TRIGGER alert_rules_looked_at AFTER INSERT OR UPDATE ON alert_rules FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');

CREATE TRIGGER alert_states_looked_at AFTER INSERT OR UPDATE ON alert_states FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');

CREATE TRIGGER devices_looked_at AFTER INSERT OR UPDATE OF enabled, alert_settings ON devices FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');

CREATE TRIGGER households_looked_at AFTER INSERT OR UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until, latitude, longitude ON households FOR EACH ROW EXECUTE FUNCTION look_at_household('id');

CREATE TRIGGER sensors_looked_at AFTER UPDATE OF kind, alert_settings ON sensors FOR EACH ROW EXECUTE FUNCTION look_at_sensor();

ALTER TABLE ONLY alert_rules
    ADD CONSTRAINT alert_rules_household_id_households_id_fk FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE ONLY alert_states
    ADD CONSTRAINT alert_states_household_id_households_id_fk FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_household_id_households_id_fk FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE ONLY devices
    ADD CONSTRAINT devices_household_id_households_id_fk FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE ONLY household_looks
    ADD CONSTRAINT household_looks_household_id_households_id_fk FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE ONLY ingest_receipts
    ADD CONSTRAINT ingest_receipts_device_id_devices_id_fk FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;

ALTER TABLE ONLY probes
    ADD CONSTRAINT probes_household_id_households_id_fk FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE CASCADE;

ALTER TABLE ONLY sensors
    ADD CONSTRAINT sensors_device_id_devices_id_fk FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
