-- stored: function device_facts a467b4f9a0cdf070 fede0f3defadc232
-- DeviceFacts of lib/domain/alerts/facts.ts.
CREATE OR REPLACE FUNCTION device_facts(d devices) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps),
		'rhythm', d.rhythm, 'batteryPct', d.battery_pct, 'rssi', d.rssi,
		'clockLags', to_jsonb(d.clock_lags), 'clockLagGaps', to_jsonb(d.clock_lag_gaps),
		'calmVersion', d.calm_version, 'calmLow', to_jsonb(d.calm_low)
	)
$$;
--> statement-breakpoint
-- stored: function forget_calm d3921cde4f172057 967bac43ff324d80
-- What was known of calm devices is forgotten: something that their rules go by has changed. A band that is derived from
-- before carries the number of before, and is not stored any more. In one order, so that two never wait for each other.
CREATE OR REPLACE FUNCTION forget_calm(home text, device text DEFAULT NULL) RETURNS void
LANGUAGE sql AS $$
	UPDATE devices SET calm_low = NULL, calm_high = NULL, body_shape = NULL, calm_version = calm_version + 1
	WHERE id IN (
		SELECT id FROM devices WHERE household_id = home AND (device IS NULL OR id = device)
		ORDER BY id FOR NO KEY UPDATE)
$$;
--> statement-breakpoint
-- stored: function disturb_device 3252b1df049ae795 0920e9696060f140
-- For a sensor's row: a sensor that is gone is not found any more.
CREATE OR REPLACE FUNCTION disturb_device() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
	owner text := coalesce(NEW.device_id, OLD.device_id);
BEGIN
	PERFORM forget_calm((SELECT d.household_id FROM devices d WHERE d.id = owner), owner);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function disturb_home e02bc2e2cf159efd 30fdd4055748f1a0
-- For a row that names its home in the column of the first argument.
CREATE OR REPLACE FUNCTION disturb_home() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM forget_calm(coalesce(to_jsonb(NEW), to_jsonb(OLD))->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function disturb_self be86669380372f8f 9bb51340a1486e70
-- For a device's own row, before it is written.
CREATE OR REPLACE FUNCTION disturb_self() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	NEW.calm_low := NULL;
	NEW.calm_high := NULL;
	NEW.body_shape := NULL;
	NEW.calm_version := OLD.calm_version + 1;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- stored: function disturb_sensor 22220384ca739d7e c19b8a8c2918f0af
-- For a row that names a sensor, or a rule over one, in the column of the first argument: disturbs the sensor's device.
CREATE OR REPLACE FUNCTION disturb_sensor() RETURNS trigger
LANGUAGE plpgsql AS $$
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
-- stored: function ingest_facts 182ebe859e559f56 69a14cec514c74c1
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
		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
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
		'clockLags', to_jsonb(d.clock_lags), 'clockLagGaps', to_jsonb(d.clock_lag_gaps),
		'calmVersion', d.calm_version, 'calmLow', to_jsonb(d.calm_low)
		));
END
$$;
--> statement-breakpoint
-- stored: function is_calm e85d086a64105d2d 5f84853ac4679b61
-- Whether every value lies within its band; a band that is null has none.
CREATE OR REPLACE FUNCTION is_calm(sent float8[], low float8[], high float8[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	FOR place IN 1..cardinality(sent) LOOP
		IF (sent[place] >= low[place] AND sent[place] <= high[place]) IS NOT TRUE THEN
			RETURN false;
		END IF;
	END LOOP;
	RETURN true;
END
$$;
--> statement-breakpoint
-- stored: function store_readings f54b3eaa5b3a731c 361b6843d57d4917
-- What every way of getting readings comes down to: stores them for a device whose row the caller holds
-- (`FOR NO KEY UPDATE`), moves its latest values and health forward and writes `requested_at` and the window's count as given.
-- `received_at` is a time to be trusted.
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
	device devices, received_at timestamptz, request_id integer, body jsonb, with_facts boolean DEFAULT false
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	reading record;
	-- A burst's requests may have the same millisecond.
	own_moment timestamptz := free_moment(device.number, received_at);
	counted_at timestamptz;
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
	gap integer := extract(epoch FROM received_at - device.last_seen_at);
	-- What is later than this was written by a clock that was ahead.
	wrong_after timestamptz := received_at + limit_statement_wait_seconds() * interval '1 second';
	-- The body is all that the device has, in the order of its sensors, as it is stored.
	is_plain boolean := body ? 'shape';
	keeps_calm boolean;
	lag real;
	passed float8;
BEGIN
	FOR attempt IN 1..2 LOOP
		missing := false;
		stored := 0;
		is_plain := body ? 'shape';
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
			moment := coalesce('epoch'::timestamptz + reading.at * interval '1 microsecond', own_moment);
			IF moment IS DISTINCT FROM open_moment THEN
				IF open_moment IS NOT NULL THEN
					PERFORM store_snapshot(device.number, open_moment, snapshot, request_id, open_moment <> own_moment);
				END IF;
				open_moment := moment;
				snapshot := empty_snapshot;
			END IF;
			snapshot[reading.position] := reading_value;
			is_plain := is_plain AND reading.at IS NULL AND reading.faulty_at IS NULL
				AND reading.position = stored + 1 AND reading_value = reading.value;
			-- The latest value lies in its band, or there is none.
			IF device.calm_low IS NOT NULL AND (reading_value >= device.calm_low[reading.position]
				AND reading_value <= device.calm_high[reading.position]) IS NOT TRUE THEN
				device.calm_low[reading.position] := NULL;
				device.calm_high[reading.position] := NULL;
			END IF;
			-- A time ahead of the receipt would keep what comes after it from being the latest.
			counted_at := least(moment, own_moment);
			IF device.latest_at[reading.position] IS NULL OR counted_at >= device.latest_at[reading.position]
				OR device.latest_at[reading.position] > wrong_after THEN
				device.latest_values[reading.position] := reading_value;
				device.latest_at[reading.position] := counted_at;
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
		IF cardinality(device.latest_values) + created > limit_device_sensors_max() THEN
			RETURN jsonb_build_object('outcome', 'too_many_sensors');
		END IF;
		created := create_sensors(device, received_at, body->'readings');
		-- Which has voided what was calm: the facts are those of after.
		SELECT d.calm_version INTO device.calm_version FROM devices d WHERE d.id = device.id;
		device.calm_low := NULL;
		device.calm_high := NULL;
		device.latest_values := device.latest_values || array_fill(NULL::float8, ARRAY[created]);
		device.latest_at := device.latest_at || array_fill(NULL::timestamptz, ARRAY[created]);
	END LOOP;

	IF stored = 0 AND mismatch IS NOT NULL THEN
		RETURN jsonb_build_object('outcome', 'unit_mismatch') || mismatch;
	END IF;
	IF open_moment IS NOT NULL THEN
		PERFORM store_snapshot(device.number, open_moment, snapshot, request_id, open_moment <> own_moment);
	END IF;
	IF jsonb_array_length(body->'faulty') > 0 THEN
		UPDATE sensors s SET faulty_at = received_at
		WHERE s.device_id = device.id AND s.faulty_at IS NULL
			AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty'));
		moved := moved || ARRAY(
			SELECT s.position FROM sensors s
			WHERE s.device_id = device.id AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty')));
	END IF;
	passed := extract(epoch FROM received_at - device.last_seen_at);
	IF open_moment IS NOT NULL AND (passed IS NULL OR passed >= limit_burst_seconds()) THEN
		IF open_moment = own_moment THEN
			device.clock_lags := '{}';
			device.clock_lag_gaps := '{}';
		ELSE
			lag := extract(epoch FROM received_at - open_moment);
			device.clock_lags := (lag || device.clock_lags)[1:limit_clock_lags_max()];
			device.clock_lag_gaps := (coalesce(passed, 0)::real || device.clock_lag_gaps)[1:limit_clock_lags_max()];
		END IF;
	END IF;
	device.last_seen_at := CASE WHEN device.last_seen_at > wrong_after THEN own_moment
		ELSE greatest(device.last_seen_at, own_moment) END;
	device.battery_pct := coalesce((body->>'battery')::real, device.battery_pct);
	device.rssi := coalesce((body->>'rssi')::real, device.rssi);
	-- Posts in a burst say nothing about how often the device speaks.
	IF gap >= limit_usual_gap_seconds_min() THEN
		device.recent_gaps := (gap || device.recent_gaps)[1:limit_usual_gaps_max()];
	END IF;
	is_plain := is_plain AND stored = cardinality(device.latest_values);
	-- A shape carries the revision of the rules: bands of another one are void.
	keeps_calm := NOT is_plain OR device.body_shape = (body->>'shape')::integer;
	UPDATE devices SET
		body_shape = CASE WHEN is_plain THEN (body->>'shape')::integer ELSE body_shape END,
		calm_low = CASE WHEN keeps_calm AND calm_version = device.calm_version THEN device.calm_low END,
		calm_high = CASE WHEN keeps_calm AND calm_version = device.calm_version THEN device.calm_high END,
		last_seen_at = device.last_seen_at,
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = device.battery_pct,
		rssi = device.rssi,
		requested_at = device.requested_at,
		window_at = device.window_at,
		window_posts = device.window_posts,
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
-- stored: function record_post 8eee97f2ba506bc8 bf85ba235afeaf80
-- One ingest of any kind: what record_readings leaves to it. Answers as store_readings does, or unknown_key, or
-- rate_limited; all but `stored` have written nothing. What was stored comes with the facts that judging it needs;
-- `repeated` says that an earlier attempt stored it, `ahead_by` by how many seconds the instance's clock is wrong.
CREATE OR REPLACE FUNCTION record_post(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	device devices;
	known ingest_receipts;
	answer jsonb;
	resets_at timestamptz;
	received_at timestamptz := trusted_time(said);
BEGIN
	PERFORM ensure_snapshot_days(body->'readings');
	PERFORM ensure_snapshot_day((received_at AT TIME ZONE 'UTC')::date);
	-- Where a burst's last moments belong.
	PERFORM ensure_snapshot_day(((received_at + interval '1 second') AT TIME ZONE 'UTC')::date);

	SELECT * INTO device FROM devices WHERE ingest_key_hash = ingest_key FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN jsonb_build_object('outcome', 'unknown_key');
	END IF;
	-- A request that is newer than all before it, by a clock to be trusted, has not been here.
	IF (said <= device.requested_at OR received_at <> said)
		AND is_stored(device.number, request_id, said, received_at) THEN
		RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0, 'repeated', true);
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt
			AND r.created_at > received_at - limit_idempotency_hours() * interval '1 hour';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created,
				'repeated', true);
		END IF;
	END IF;

	-- The device's own minute begins with a post. What counts is the receive time: a stalled database counts no faster.
	IF device.window_at > received_at - limit_ingest_window_seconds() * interval '1 second'
		AND device.window_at < received_at + limit_statement_wait_seconds() * interval '1 second'
	THEN
		device.window_posts := device.window_posts + 1;
	ELSE
		device.window_at := received_at;
		device.window_posts := 1;
	END IF;
	resets_at := device.window_at + limit_ingest_window_seconds() * interval '1 second';
	IF device.window_posts > limit_ingest_per_minute() THEN
		RETURN jsonb_build_object('outcome', 'rate_limited', 'resets_in', extract(epoch FROM resets_at - received_at));
	END IF;

	-- An instance whose clock is years ahead makes the next hour's requests look for themselves, and no later ones.
	device.requested_at := least(greatest(device.requested_at, said),
		received_at + limit_retry_hours() * interval '1 hour');
	answer := store_readings(device, received_at, request_id, body, true);
	IF answer->>'outcome' = 'too_many_sensors' THEN
		RAISE EXCEPTION 'too many sensors' USING ERRCODE = 'HW001';
	END IF;
	IF receipt IS NOT NULL AND answer->>'outcome' = 'stored' THEN
		INSERT INTO ingest_receipts (device_id, key_hash, readings, sensors_created, created_at)
		VALUES (
			device.id, receipt, (answer->>'readings')::smallint, (answer->>'sensors_created')::smallint, received_at)
		ON CONFLICT (device_id, key_hash) DO UPDATE SET
			readings = excluded.readings, sensors_created = excluded.sensors_created,
			created_at = excluded.created_at;
	END IF;
	answer := answer || jsonb_build_object(
		'remaining', limit_ingest_per_minute() - device.window_posts,
		'resets_in', extract(epoch FROM resets_at - received_at));
	IF received_at <> said THEN
		answer := answer || jsonb_build_object('ahead_by', extract(epoch FROM said - received_at));
	END IF;
	RETURN answer;
END
$$;
--> statement-breakpoint
DROP FUNCTION record_readings;
--> statement-breakpoint
-- stored: function record_readings 4e225aeeb9cacf89 b929ef46134957cf
-- One ingest, one call: `request_id` and `said` (when the instance received it, by its own clock) stay the same at every
-- attempt. The usual post is one UPDATE that finds, locks and moves the device, and one INSERT: a body of the shape that
-- the device had last (`sent` are its values in the order of the sensors), newer than all before it, within the limit, of
-- a device whose clock is right, and calm: every value within the band in which no rule moves, so that there are no
-- facts to answer. Whatever is otherwise in any way is left to record_post, which looks at everything.
CREATE OR REPLACE FUNCTION record_readings(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, shape integer, sent float8[],
	battery real, signal real, body text
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	usual record;
	today date := (said AT TIME ZONE 'UTC')::date;
	begins_before timestamptz := said - limit_ingest_window_seconds() * interval '1 second';
BEGIN
	IF shape IS NULL OR receipt IS NOT NULL OR trusted_time(said) <> said
		OR to_regclass('snapshots_' || to_char(today, 'YYYYMMDD')) IS NULL
	THEN
		RETURN record_post(ingest_key, request_id, said, receipt, body::jsonb);
	END IF;
	UPDATE devices d SET
		last_seen_at = said,
		requested_at = said,
		latest_values = sent,
		latest_at = array_fill(said, ARRAY[cardinality(sent)]),
		battery_pct = coalesce(battery, d.battery_pct),
		rssi = coalesce(signal, d.rssi),
		window_at = CASE WHEN d.window_at > begins_before THEN d.window_at ELSE said END,
		window_posts = CASE WHEN d.window_at > begins_before THEN d.window_posts + 1 ELSE 1 END,
		recent_gaps = CASE WHEN said - d.last_seen_at >= limit_usual_gap_seconds_min() * interval '1 second'
			THEN (extract(epoch FROM said - d.last_seen_at)::integer || d.recent_gaps)[1:limit_usual_gaps_max()]
			ELSE d.recent_gaps END
	WHERE d.ingest_key_hash = ingest_key AND d.body_shape = shape
		AND d.requested_at < said AND d.last_seen_at < said AND d.clock_lags = '{}'
		AND (d.window_at <= begins_before OR d.window_posts < limit_ingest_per_minute())
		AND is_calm(sent, d.calm_low, d.calm_high)
	RETURNING d.number, d.window_posts,
		extract(epoch FROM d.window_at - begins_before) AS resets_in INTO usual;
	IF NOT FOUND THEN
		RETURN record_post(ingest_key, request_id, said, receipt, body::jsonb);
	END IF;
	INSERT INTO snapshots (device_number, request, recorded_at, "values") VALUES (usual.number, request_id, said, sent)
	ON CONFLICT (device_number, recorded_at) DO NOTHING;
	IF NOT FOUND THEN
		INSERT INTO snapshots (device_number, request, recorded_at, "values")
		VALUES (usual.number, request_id, free_moment(usual.number, said), sent);
	END IF;
	DELETE FROM rolled_days r WHERE r.device_number = usual.number AND r.day = today AND NOT r.sealed;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', cardinality(sent), 'sensors_created', 0,
		'remaining', limit_ingest_per_minute() - usual.window_posts, 'resets_in', usual.resets_in);
END
$$;
--> statement-breakpoint
-- stored: function sensor_facts e55195342a24b603 27b6bc518b75fd24
-- SensorFacts of lib/domain/alerts/facts.ts, by the device's clock; `before` is the latest value until the one at hand.
CREATE OR REPLACE FUNCTION sensor_facts(s sensors, d devices, before float8) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before)
$$;
--> statement-breakpoint
-- stored: function store_calm 5c049c7d8882cc4d 0e68268f0b7695f7
-- Remembers the bands [{position, low, high}] of a device's sensors in which no rule moves, unless something that rules go
-- by has changed since they were derived (`version`), or a latest value has left its band.
CREATE OR REPLACE FUNCTION store_calm(wanted text, version integer, bands jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	device devices;
	band record;
	none float8[];
BEGIN
	SELECT * INTO device FROM devices d WHERE d.id = wanted AND d.calm_version = version FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	none := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
	device.calm_low := coalesce(device.calm_low, none);
	device.calm_high := coalesce(device.calm_high, none);
	FOR band IN SELECT * FROM jsonb_to_recordset(bands) AS b (position smallint, low float8, high float8) LOOP
		IF device.latest_values[band.position] BETWEEN band.low AND band.high THEN
			device.calm_low[band.position] := band.low;
			device.calm_high[band.position] := band.high;
		END IF;
	END LOOP;
	UPDATE devices SET calm_low = device.calm_low, calm_high = device.calm_high WHERE id = wanted;
END
$$;
--> statement-breakpoint
-- stored: trigger alert_rules_disturb 928e5606ea306aa9 alert_rules
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/domain/alerts/calm.
CREATE OR REPLACE TRIGGER alert_rules_disturb AFTER INSERT OR UPDATE OR DELETE
ON alert_rules FOR EACH ROW EXECUTE FUNCTION disturb_sensor('sensor_id');
--> statement-breakpoint
-- stored: trigger alert_states_disturb cd44fb1d0ca408b2 alert_states
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/domain/alerts/calm.
CREATE OR REPLACE TRIGGER alert_states_disturb AFTER INSERT OR UPDATE OR DELETE
ON alert_states FOR EACH ROW EXECUTE FUNCTION disturb_sensor('subject');
--> statement-breakpoint
-- stored: trigger devices_disturb 54d32e962f128c0c devices
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/domain/alerts/calm.
CREATE OR REPLACE TRIGGER devices_disturb
BEFORE UPDATE OF type, name, space, enabled, alert_settings, flat_temperature_unit, household_id
ON devices FOR EACH ROW EXECUTE FUNCTION disturb_self();
--> statement-breakpoint
-- stored: trigger households_disturb bcd27b1ce6dceac1 households
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/domain/alerts/calm.
CREATE OR REPLACE TRIGGER households_disturb
AFTER UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until
ON households FOR EACH ROW EXECUTE FUNCTION disturb_home('id');
--> statement-breakpoint
-- stored: trigger sensors_disturb 0664fb1332d697a6 sensors
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/domain/alerts/calm.
CREATE OR REPLACE TRIGGER sensors_disturb AFTER INSERT OR DELETE OR UPDATE
ON sensors FOR EACH ROW EXECUTE FUNCTION disturb_device();
