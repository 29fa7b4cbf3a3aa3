-- stored: function store_readings 5d972bda2205ea7d 361b6843d57d4917
-- What every way of getting readings comes down to: stores them for a device whose row the caller holds
-- (`FOR NO KEY UPDATE`), moves its latest values and health forward and writes `requested_at` and the window's count as given.
-- `received_at` is a time to be trusted.
-- `body` is what lib/readings/ingest.queries.ts writes:
--   readings  [{key, label, kind, unit, value, state, at, other, celsius, assumed}]  ordered by `at`, null last
--     at      the reading's own time in epoch microseconds, null for the receive time
--     other   the same value in the other units of its quantity
--     celsius `other` if the device reads unmarked temperatures as °C; null where the body says the unit
--     assumed true where nothing at all says the unit, and the value could be either
--   battery, rssi, faulty [key]
--   lag     seconds by which its times lay before the receipt, where they are too far off to be any reading's
-- Answers {outcome: stored | unit_mismatch | too_many_sensors, …}, with the facts that judging what
-- was stored needs where they are asked for. A mismatch has written nothing; too many
-- sensors may leave snapshots of sensors that were known, for the caller to keep or to undo.
CREATE OR REPLACE FUNCTION store_readings(
	device devices, received_at timestamptz, request_id integer, body jsonb, with_facts boolean DEFAULT false
) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
	keeps_deadband boolean;
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
			SELECT r.*, s.position, s.unit AS sensor_unit, s.unit_source, s.is_state, s.faulty_at
			FROM jsonb_to_recordset(body->'readings') AS r (key text, unit text, value float8, state boolean,
				at bigint, other jsonb, celsius jsonb, assumed boolean)
			LEFT JOIN sensors s ON s.device_id = device.id AND s.key = r.key
			ORDER BY r.at NULLS LAST
		LOOP
			IF reading.position IS NULL THEN
				missing := true;
				EXIT;
			END IF;
			reading_unit := reading.unit;
			other := reading.other;
			IF reading.unit_source IN ('assumed', 'siblings') AND reading.assumed IS NOT TRUE AND reading.unit IN ('°F', '°C') THEN
				-- The sender has said it now, or by a number that is possible in one unit alone.
				PERFORM settle_units(device.id, reading.unit,
					CASE WHEN reading.celsius IS NULL THEN 'sender' ELSE 'settled' END, reading.key);
				reading.sensor_unit := reading.unit;
			ELSIF reading.celsius IS NOT NULL AND reading.unit_source IN ('assumed', 'siblings', 'settled') THEN
				-- A bare number is in whatever its sensor's bare numbers are.
				reading_unit := reading.sensor_unit;
			ELSIF reading.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN
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
			IF device.deadband_low IS NOT NULL AND (reading_value >= device.deadband_low[reading.position]
				AND reading_value <= device.deadband_high[reading.position]) IS NOT TRUE THEN
				device.deadband_low[reading.position] := NULL;
				device.deadband_high[reading.position] := NULL;
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
		SELECT d.deadband_version INTO device.deadband_version FROM devices d WHERE d.id = device.id;
		device.deadband_low := NULL;
		device.deadband_high := NULL;
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
		IF open_moment = own_moment AND NOT body ? 'lag' THEN
			device.clock_lags := '{}';
			device.clock_lag_gaps := '{}';
		ELSE
			lag := coalesce((body->>'lag')::real, extract(epoch FROM received_at - open_moment));
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
	keeps_deadband := NOT is_plain OR device.body_shape = (body->>'shape')::integer;
	UPDATE devices SET
		body_shape = CASE WHEN is_plain THEN (body->>'shape')::integer ELSE body_shape END,
		deadband_low = CASE WHEN keeps_deadband AND deadband_version = device.deadband_version THEN device.deadband_low END,
		deadband_high = CASE WHEN keeps_deadband AND deadband_version = device.deadband_version THEN device.deadband_high END,
		last_seen_at = device.last_seen_at,
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = device.battery_pct,
		rssi = device.rssi,
		requested_at = device.requested_at,
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
-- stored: function record_post 43dfea3cb9c3da8d bf85ba235afeaf80
-- One ingest of any kind: what record_readings leaves to it. Answers as store_readings does, or unknown_key;
-- all but `stored` have written nothing. What was stored comes with the facts that judging it needs;
-- `repeated` says that an earlier attempt stored it, `ahead_by` by how many seconds the instance's clock is wrong.
CREATE OR REPLACE FUNCTION record_post(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	device devices;
	known ingest_receipts;
	answer jsonb;
	received_at timestamptz := trusted_time(said);
	-- A repeated attempt is judged too, and no more by a wrong clock than the first.
	clock_error jsonb := CASE WHEN received_at = said THEN '{}'
		ELSE jsonb_build_object('ahead_by', extract(epoch FROM said - received_at)) END;
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
		RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0, 'repeated', true)
			|| clock_error;
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt
			AND r.created_at > received_at - limit_idempotency_hours() * interval '1 hour';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created,
				'repeated', true) || clock_error;
		END IF;
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
	RETURN answer || clock_error;
END
$$;
--> statement-breakpoint
-- stored: function record_readings c7e019d07ce09761 b929ef46134957cf
-- One ingest, one call: `request_id` and `said` (when the instance received it, by its own clock) stay the same at every
-- attempt. The usual post is one UPDATE that finds, locks and moves the device, and one INSERT: a body of the shape that
-- the device had last (`sent` are its values in the order of the sensors), newer than all before it, of
-- a device whose clock is right, and calm: every value within the band in which no rule moves, so that there are no
-- facts to answer. Whatever is otherwise in any way is left to record_post, which looks at everything. It alone has no path
-- of its own, which would make the usual post a tenth dearer: the session that finds it by name finds its tables too.
CREATE OR REPLACE FUNCTION record_readings(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, shape integer, sent float8[],
	battery real, signal real, body text
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	usual record;
	today date := (said AT TIME ZONE 'UTC')::date;
	-- Where record_post may store, having waited for the device.
	waited_until date := ((said + 2 * limit_statement_wait_seconds() * interval '1 second') AT TIME ZONE 'UTC')::date;
BEGIN
	-- No table may be missing once the UPDATE has waited for the device: it keeps it although the post turns out to be
	-- an unusual one, and whoever makes a table may be waiting for the device.
	IF shape IS NULL OR receipt IS NOT NULL OR trusted_time(said) <> said
		OR to_regclass('snapshots_' || to_char(today, 'YYYYMMDD')) IS NULL
		OR (waited_until <> today AND to_regclass('snapshots_' || to_char(waited_until, 'YYYYMMDD')) IS NULL)
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
		recent_gaps = CASE WHEN said - d.last_seen_at >= limit_usual_gap_seconds_min() * interval '1 second'
			THEN (extract(epoch FROM said - d.last_seen_at)::integer || d.recent_gaps)[1:limit_usual_gaps_max()]
			ELSE d.recent_gaps END
	WHERE d.ingest_key_hash = ingest_key
		AND d.body_shape = shape
		AND d.requested_at < said AND d.last_seen_at < said AND d.clock_lags = '{}'
		AND is_within_deadband(sent, d.deadband_low, d.deadband_high)
	RETURNING d.number INTO usual;
	IF NOT FOUND THEN
		RETURN record_post(ingest_key, request_id, said, receipt, body::jsonb);
	END IF;
	-- Whoever stores for this device holds it, so that looking is enough: ON CONFLICT would log each row twice.
	INSERT INTO snapshots (device_number, request, recorded_at, "values")
	SELECT usual.number, request_id, said, sent
	WHERE NOT EXISTS (SELECT FROM snapshots s WHERE s.device_number = usual.number AND s.recorded_at = said);
	IF NOT FOUND THEN
		INSERT INTO snapshots (device_number, request, recorded_at, "values")
		VALUES (usual.number, request_id, free_moment(usual.number, said), sent);
	END IF;
	DELETE FROM rolled_days r WHERE r.device_number = usual.number AND r.day = today AND NOT r.sealed;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', cardinality(sent), 'sensors_created', 0);
END
$$;
--> statement-breakpoint
-- stored: function record_usual_posts 08741a66060d70e8 eab899b3c903ad16
-- Usual posts of several devices at once, for a machine that takes many side by side: all are stored, and on the disk, by one
-- transaction. It waits for no device. What somebody else holds, and what is unusual in any way that record_readings looks at, is
-- left out of the answer and written nowhere. Answers the places, from 1, of those that are stored.
CREATE OR REPLACE FUNCTION record_usual_posts(
	keys bytea[], request_ids integer[], times timestamptz[], shapes integer[], bodies text[],
	batteries real[], signals real[]
) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	today date := (times[1] AT TIME ZONE 'UTC')::date;
	answer jsonb;
BEGIN
	IF to_regclass('snapshots_' || to_char(today, 'YYYYMMDD')) IS NULL THEN
		RETURN '[]';
	END IF;
	WITH posts AS (
		SELECT place, ingest_key, request_id, said, shape, written::float8[] AS sent, battery, signal
		FROM unnest(keys, request_ids, times, shapes, bodies, batteries, signals) WITH ORDINALITY
			AS post (ingest_key, request_id, said, shape, written, battery, signal, place)
		WHERE (said AT TIME ZONE 'UTC')::date = today AND trusted_time(said) = said
	), usual AS MATERIALIZED (
		SELECT d.number, posts.* FROM posts JOIN devices d ON d.ingest_key_hash = posts.ingest_key
		AND d.body_shape = shape
		AND d.requested_at < said AND d.last_seen_at < said AND d.clock_lags = '{}'
		AND is_within_deadband(sent, d.deadband_low, d.deadband_high)
		FOR NO KEY UPDATE OF d SKIP LOCKED
	), moved AS (
		UPDATE devices d SET
		last_seen_at = said,
		requested_at = said,
		latest_values = sent,
		latest_at = array_fill(said, ARRAY[cardinality(sent)]),
		battery_pct = coalesce(battery, d.battery_pct),
		rssi = coalesce(signal, d.rssi),
		recent_gaps = CASE WHEN said - d.last_seen_at >= limit_usual_gap_seconds_min() * interval '1 second'
			THEN (extract(epoch FROM said - d.last_seen_at)::integer || d.recent_gaps)[1:limit_usual_gaps_max()]
			ELSE d.recent_gaps END
		FROM usual WHERE d.number = usual.number
		RETURNING d.number, request_id, said, sent, place
	), stored AS (
		INSERT INTO snapshots (device_number, request, recorded_at, "values")
		SELECT number, request_id, said, sent FROM moved
	), opened AS (
		DELETE FROM rolled_days r USING moved
		WHERE r.device_number = moved.number AND r.day = today AND NOT r.sealed
	)
	SELECT coalesce(jsonb_agg(place), '[]')
	INTO answer FROM moved;
	RETURN answer;
END
$$;
--> statement-breakpoint
-- removed: function limit_ingest_per_minute
DROP FUNCTION limit_ingest_per_minute;
--> statement-breakpoint
-- removed: function limit_ingest_window_seconds
DROP FUNCTION limit_ingest_window_seconds;
