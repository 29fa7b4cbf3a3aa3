-- stored: function limit_clock_lags_max fadec29d3daa9d1c df1b98d29202c034
CREATE OR REPLACE FUNCTION limit_clock_lags_max() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 4;
--> statement-breakpoint
-- stored: function limit_sensor_id_characters 19a044bd052085e8 0007678cb5b79813
CREATE OR REPLACE FUNCTION limit_sensor_id_characters() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 24;
--> statement-breakpoint
-- stored: function create_sensors bbd51a5574f13823 64293d7893f3343e
-- Sensors that a body names for the first time take the next places in the device's order.
-- The caller holds the device's row, so nobody else can take them.
CREATE OR REPLACE FUNCTION create_sensors(device devices, now timestamptz, sent jsonb) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	created integer;
BEGIN
	INSERT INTO sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
	SELECT
		'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, limit_sensor_id_characters()),
		device.id,
		cardinality(device.latest_values) + row_number() OVER (ORDER BY first.ordinal),
		first.key, first.label, first.kind,
		CASE WHEN first.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN '°C' ELSE first.unit END,
		first.state OR first.kind = ANY (words_state_kinds()),
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
--> statement-breakpoint
-- stored: function device_facts c7b3b6298abd4039 fede0f3defadc232
-- DeviceFacts of lib/domain/alerts/facts.ts.
CREATE OR REPLACE FUNCTION device_facts(d devices) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps),
		'rhythm', d.rhythm, 'batteryPct', d.battery_pct, 'rssi', d.rssi,
		'clockLags', to_jsonb(d.clock_lags), 'clockLagGaps', to_jsonb(d.clock_lag_gaps)
	)
$$;
--> statement-breakpoint
-- stored: function drop_history_months f7e4d7a71f78faf9 4bdf901c431bd41a
-- Drops the months of `parent` (history_chunks or history_15m) that end at or before `before`; answers how many.
CREATE OR REPLACE FUNCTION drop_history_months(parent regclass, before date) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	child record;
	dropped integer := 0;
BEGIN
	PERFORM set_config('lock_timeout', limit_lock_milliseconds()::text, true);
	FOR child IN
		SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = parent
			AND to_date(substring(relname FROM '\d{6}$') || '01', 'YYYYMMDD') + interval '1 month' <= before
	LOOP
		EXECUTE format('DROP TABLE IF EXISTS %I', child.relname);
		dropped := dropped + 1;
	END LOOP;
	RETURN dropped;
EXCEPTION
	WHEN lock_not_available THEN
		RETURN 0;
END
$$;
--> statement-breakpoint
-- stored: function ensure_snapshot_days 87d435d0923b8853 05e2c0f2e8acab9d
-- For the days of readings with times of their own. Like ensure_snapshot_day before the caller has locked anything.
CREATE OR REPLACE FUNCTION ensure_snapshot_days(readings jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM ensure_snapshot_day(days.day)
	FROM (
		SELECT DISTINCT ((timestamptz 'epoch' + (r->>'at')::bigint * interval '1 microsecond') AT TIME ZONE 'UTC')::date AS day
		FROM jsonb_array_elements(readings) AS r WHERE r->>'at' IS NOT NULL
	) AS days;
END
$$;
--> statement-breakpoint
-- stored: function ingest_facts c5242d3286a2052d 69a14cec514c74c1
-- IngestFacts of the sensors at `positions`; `before` the latest values until then. On the hot path: its plans
-- are kept, and the device's row is the one at hand.
CREATE OR REPLACE FUNCTION ingest_facts(d devices, positions smallint[], before float8[]) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
DECLARE
	ids text[];
	watched jsonb;
	rules jsonb;
	states jsonb;
	home jsonb;
BEGIN
	SELECT coalesce(array_agg(s.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
		'id', s.id, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before[s.position])), '[]')
	INTO ids, watched FROM sensors s WHERE s.device_id = d.id AND s.position = ANY (positions);
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
	INTO rules FROM alert_rules r WHERE r.sensor_id = ANY (ids);
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
	INTO states FROM alert_states a
	WHERE a.household_id = d.household_id AND (
		a.subject = ANY (ids)
		OR (starts_with(a.subject, 'vacation:') AND split_part(a.subject, ':', 2) = ANY (ids))
		OR (a.kind = 'rule' AND a.subject IN (SELECT r->>'id' FROM jsonb_array_elements(rules) AS r)));
	SELECT jsonb_build_object(
		'id', h.id, 'settings', h.alert_settings, 'quiet', jsonb_build_object(
			'snoozedUntil', epoch_ms(h.snoozed_until),
			'vacation', CASE WHEN h.vacation_since IS NOT NULL
				THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END)
	)
	INTO home FROM households h WHERE h.id = d.household_id;
	RETURN jsonb_build_object(
		'household', home, 'sensors', watched, 'rules', rules, 'states', states,
		'device', jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps),
		'rhythm', d.rhythm, 'batteryPct', d.battery_pct, 'rssi', d.rssi,
		'clockLags', to_jsonb(d.clock_lags), 'clockLagGaps', to_jsonb(d.clock_lag_gaps)
		));
END
$$;
--> statement-breakpoint
-- stored: function store_readings 6b3d3e72d00e4955 cc6840894a518dc7
-- What every way of getting readings comes down to: stores them for a device whose row the caller holds
-- (`FOR NO KEY UPDATE`), moves its latest values and health forward and writes `recent_requests` as given.
-- `body` is what lib/store/ingest.ts writes:
--   readings  [{key, label, kind, unit, value, state, at, other, celsius}]  ordered by `at`, null last
--     at      the reading's own time in epoch microseconds, null for the receive time
--     other   the same value in the other units of its quantity
--     celsius `other` if the device reads unmarked temperatures as °C; null where the unit is certain
--   battery, rssi, faulty [key]
-- Answers {outcome: stored | unit_mismatch | too_many_sensors, …}, with the facts that judging what
-- was stored needs where they are asked for. A mismatch has written nothing; too many
-- sensors may leave snapshots of sensors that were known, for the caller to keep or to undo.
CREATE OR REPLACE FUNCTION store_readings(
	device devices, now timestamptz, sensors_max integer, body jsonb, with_facts boolean DEFAULT false
) RETURNS jsonb
LANGUAGE plpgsql AS $$
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
	lag real;
	passed float8;
BEGIN
	-- Requests that arrive together get moments of their own, so that none overwrites another's.
	received_at := CASE
		WHEN device.last_seen_at >= now AND device.last_seen_at < now + limit_same_moment_milliseconds() * interval '1 millisecond'
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
	passed := extract(epoch FROM received_at - device.last_seen_at);
	IF open_moment IS NOT NULL AND (passed IS NULL OR passed >= limit_burst_seconds()) THEN
		IF open_moment = received_at THEN
			device.clock_lags := '{}';
			device.clock_lag_gaps := '{}';
		ELSE
			lag := extract(epoch FROM received_at - open_moment);
			device.clock_lags := (lag || device.clock_lags)[1:limit_clock_lags_max()];
			device.clock_lag_gaps := (coalesce(passed, 0)::real || device.clock_lag_gaps)[1:limit_clock_lags_max()];
		END IF;
	END IF;
	device.last_seen_at := greatest(device.last_seen_at, received_at);
	device.battery_pct := coalesce((body->>'battery')::real, device.battery_pct);
	device.rssi := coalesce((body->>'rssi')::real, device.rssi);
	-- Posts in a burst say nothing about how often the device speaks.
	IF gap >= limit_usual_gap_seconds_min() THEN
		device.recent_gaps := (gap || device.recent_gaps)[1:limit_usual_gaps_max()];
	END IF;
	UPDATE devices SET
		last_seen_at = device.last_seen_at,
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = device.battery_pct,
		rssi = device.rssi,
		recent_requests = device.recent_requests,
		recent_gaps = device.recent_gaps,
		clock_lags = device.clock_lags,
		clock_lag_gaps = device.clock_lag_gaps
	WHERE id = device.id;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', stored, 'sensors_created', created) || CASE
		WHEN with_facts THEN jsonb_build_object('facts', ingest_facts(device, moved, latest_before))
		ELSE '{}' END;
END
$$;
--> statement-breakpoint
-- stored: function sensor_facts ed1f77897b04d202 27b6bc518b75fd24
-- SensorFacts of lib/domain/alerts/facts.ts, by the device's clock; `before` is the latest value until the one at hand.
CREATE OR REPLACE FUNCTION sensor_facts(s sensors, d devices, before float8) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', s.id, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before)
$$;
--> statement-breakpoint
-- removed: function clock_lag_of
DROP FUNCTION clock_lag_of;
