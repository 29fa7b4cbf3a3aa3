-- stored: function limit_carried_bucket_minutes 2471cb867cde53b8 7dbe6ce0f026d144
CREATE OR REPLACE FUNCTION limit_carried_bucket_minutes() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 15;
--> statement-breakpoint
-- stored: function is_within_deadband c71ef110eae80b65 d3b4718b211be786
-- Whether every value lies within its band; a band that is null has none.
CREATE OR REPLACE FUNCTION is_within_deadband(sent float8[], low float8[], high float8[]) RETURNS boolean
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
-- stored: function store_deadband 955bea8a67b080a5 a1090b2de6d52060
-- Remembers the bands [{position, low, high}] of a device's sensors in which no rule moves, unless something that rules go
-- by has changed since they were derived (`version`), or a latest value has left its band.
CREATE OR REPLACE FUNCTION store_deadband(wanted text, version integer, bands jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	device devices;
	band record;
	none float8[];
BEGIN
	SELECT * INTO device FROM devices d WHERE d.id = wanted AND d.deadband_version = version FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	none := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
	device.deadband_low := coalesce(device.deadband_low, none);
	device.deadband_high := coalesce(device.deadband_high, none);
	FOR band IN SELECT * FROM jsonb_to_recordset(bands) AS b (position smallint, low float8, high float8) LOOP
		IF device.latest_values[band.position] BETWEEN band.low AND band.high THEN
			device.deadband_low[band.position] := band.low;
			device.deadband_high[band.position] := band.high;
		END IF;
	END LOOP;
	UPDATE devices SET deadband_low = device.deadband_low, deadband_high = device.deadband_high WHERE id = wanted;
END
$$;
--> statement-breakpoint
-- stored: function forget_deadband 1dc246a4aea233b2 f76b558538effe82
-- What was known of calm devices is forgotten: something that their rules go by has changed. A band that is derived from
-- before carries the number of before, and is not stored any more. In one order, so that two never wait for each other.
CREATE OR REPLACE FUNCTION forget_deadband(home text, device text DEFAULT NULL) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	UPDATE devices SET deadband_low = NULL, deadband_high = NULL, body_shape = NULL, deadband_version = deadband_version + 1
	WHERE id IN (
		SELECT id FROM devices WHERE household_id = home AND (device IS NULL OR id = device)
		ORDER BY id FOR NO KEY UPDATE)
$$;
--> statement-breakpoint
-- stored: function device_facts da2e043c90dae163 fede0f3defadc232
-- DeviceFacts of lib/alerts/facts.ts.
CREATE OR REPLACE FUNCTION device_facts(d devices) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps),
		'rhythm', d.rhythm, 'batteryPct', d.battery_pct, 'rssi', d.rssi,
		'clockLags', to_jsonb(d.clock_lags), 'clockLagGaps', to_jsonb(d.clock_lag_gaps),
		'deadbandVersion', d.deadband_version, 'deadbandLow', to_jsonb(d.deadband_low)
);
--> statement-breakpoint
-- stored: function ingest_facts 6a86e37253ce3b52 69a14cec514c74c1
-- IngestFacts of the sensors at `positions`; `before` the latest values until then. On the hot path: its plans
-- are kept, and the device's row is the one at hand.
CREATE OR REPLACE FUNCTION ingest_facts(d devices, positions smallint[], before float8[]) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
	ids text[];
	watched jsonb;
	rules jsonb;
	states jsonb;
	home jsonb;
BEGIN
	SELECT coalesce(array_agg(s.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'unitSource', s.unit_source, 'isState', s.is_state,
		'trueMeans', coalesce(d.contact_true_means, s.true_means),
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before[s.position],
		-- Of several posts at once one is judged first, and may be the last of them: an episode that is open also asks what
		-- the sensor said before.
		'before', CASE WHEN EXISTS (
			SELECT FROM alert_states a
			WHERE a.household_id = d.household_id AND a.subject = s.id AND (a.state->>'open')::boolean
		) THEN (
			SELECT jsonb_build_object('value', earlier."values"[s.position], 'at', epoch_ms(earlier.recorded_at))
			FROM snapshots earlier
			WHERE earlier.device_number = d.number AND earlier.recorded_at < d.latest_at[s.position]
				AND earlier.recorded_at >= d.latest_at[s.position] - limit_usual_interval_seconds_max() * interval '1 second'
				AND earlier."values"[s.position] IS NOT NULL
			ORDER BY earlier.recorded_at DESC LIMIT 1) END)), '[]')
	INTO ids, watched FROM sensors s WHERE s.device_id = d.id AND s.position = ANY (positions);
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
	INTO rules FROM alert_rules r WHERE r.sensor_id = ANY (ids);
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
	INTO states FROM alert_states a
	WHERE a.household_id = d.household_id AND (
		a.subject = ANY (ids)
		-- What may speak for them: see incident/owner.ts.
		OR a.kind IN ('incident', 'heating_stopped')
		-- Water elsewhere, whatever device is there.
		OR (a.kind = 'leak' AND (a.state->>'open')::boolean)
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
		'deadbandVersion', d.deadband_version, 'deadbandLow', to_jsonb(d.deadband_low)
		));
END
$$;
--> statement-breakpoint
-- stored: function store_readings 35d94485e6e3762f 361b6843d57d4917
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
-- stored: function record_readings 8a55468407bc2c5a b929ef46134957cf
-- One ingest, one call: `request_id` and `said` (when the instance received it, by its own clock) stay the same at every
-- attempt. The usual post is one UPDATE that finds, locks and moves the device, and one INSERT: a body of the shape that
-- the device had last (`sent` are its values in the order of the sensors), newer than all before it, within the limit, of
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
	begins_before timestamptz := said - limit_ingest_window_seconds() * interval '1 second';
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
		window_at = CASE WHEN d.window_at > begins_before THEN d.window_at ELSE said END,
		window_posts = CASE WHEN d.window_at > begins_before THEN d.window_posts + 1 ELSE 1 END,
		recent_gaps = CASE WHEN said - d.last_seen_at >= limit_usual_gap_seconds_min() * interval '1 second'
			THEN (extract(epoch FROM said - d.last_seen_at)::integer || d.recent_gaps)[1:limit_usual_gaps_max()]
			ELSE d.recent_gaps END
	WHERE d.ingest_key_hash = ingest_key
		AND d.body_shape = shape
		AND d.requested_at < said AND d.last_seen_at < said AND d.clock_lags = '{}'
		AND (d.window_at <= begins_before OR d.window_posts < limit_ingest_per_minute())
		AND is_within_deadband(sent, d.deadband_low, d.deadband_high)
	RETURNING d.number, d.window_posts,
		extract(epoch FROM d.window_at - begins_before) AS resets_in INTO usual;
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
	RETURN jsonb_build_object('outcome', 'stored', 'readings', cardinality(sent), 'sensors_created', 0,
		'remaining', limit_ingest_per_minute() - usual.window_posts, 'resets_in', usual.resets_in);
END
$$;
--> statement-breakpoint
-- stored: function record_usual_posts 38758668ac22cb44 eab899b3c903ad16
-- Usual posts of several devices at once, for a machine that takes many side by side: all are stored, and on the disk, by one
-- transaction. It waits for no device. What somebody else holds, and what is unusual in any way that record_readings looks at, is
-- left out of the answer and written nowhere. Answers, of each that is stored, its place from 1, what is left of the device's
-- minute, and the seconds until that is over.
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
		SELECT place, ingest_key, request_id, said, shape, written::float8[] AS sent, battery, signal,
			said - limit_ingest_window_seconds() * interval '1 second' AS begins_before
		FROM unnest(keys, request_ids, times, shapes, bodies, batteries, signals) WITH ORDINALITY
			AS post (ingest_key, request_id, said, shape, written, battery, signal, place)
		WHERE (said AT TIME ZONE 'UTC')::date = today AND trusted_time(said) = said
	), usual AS MATERIALIZED (
		SELECT d.number, posts.* FROM posts JOIN devices d ON d.ingest_key_hash = posts.ingest_key
		AND d.body_shape = shape
		AND d.requested_at < said AND d.last_seen_at < said AND d.clock_lags = '{}'
		AND (d.window_at <= begins_before OR d.window_posts < limit_ingest_per_minute())
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
		window_at = CASE WHEN d.window_at > begins_before THEN d.window_at ELSE said END,
		window_posts = CASE WHEN d.window_at > begins_before THEN d.window_posts + 1 ELSE 1 END,
		recent_gaps = CASE WHEN said - d.last_seen_at >= limit_usual_gap_seconds_min() * interval '1 second'
			THEN (extract(epoch FROM said - d.last_seen_at)::integer || d.recent_gaps)[1:limit_usual_gaps_max()]
			ELSE d.recent_gaps END
		FROM usual WHERE d.number = usual.number
		RETURNING d.number, request_id, said, sent, place, d.window_posts,
			extract(epoch FROM d.window_at - begins_before) AS resets_in
	), stored AS (
		INSERT INTO snapshots (device_number, request, recorded_at, "values")
		SELECT number, request_id, said, sent FROM moved
	), opened AS (
		DELETE FROM rolled_days r USING moved
		WHERE r.device_number = moved.number AND r.day = today AND NOT r.sealed
	)
	SELECT coalesce(jsonb_agg(jsonb_build_object('place', place,
		'remaining', limit_ingest_per_minute() - window_posts, 'resets_in', resets_in)), '[]')
	INTO answer FROM moved;
	RETURN answer;
END
$$;
--> statement-breakpoint
-- stored: function ensure_history_month 0139681f97bf5ab6 d40cab2ffc1c2130
-- Makes the month's partitions of chunks, of quarter hours and of their chunks where they are missing, as
-- ensure_snapshot_day makes a day's: beside their tables, so that nobody who reads or stores waits.
CREATE OR REPLACE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
	buckets_a_day integer := extract(epoch FROM interval '1 day') / (60 * limit_carried_bucket_minutes());
	part record;
BEGIN
	FOR part IN SELECT * FROM (VALUES
		('history_chunks', first::text, next::text),
		('history_15m', ((first - 'epoch'::date) * buckets_a_day)::text, ((next - 'epoch'::date) * buckets_a_day)::text),
		('history_15m_months', first::text, next::text)
	) AS parts (parent, from_bound, to_bound)
	LOOP
		CONTINUE WHEN to_regclass(part.parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', part.parent);
		CONTINUE WHEN to_regclass(part.parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part.parent || '_' || suffix, part.parent);
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
			part.parent, part.parent || '_' || suffix, part.from_bound, part.to_bound);
	END LOOP;
END
$$;
--> statement-breakpoint
-- stored: function carry_forward eebb99769dcbfc3c d034f1d3ffb627c2
-- Of the next push devices after a number: what their sensors last said stood through a quarter hour, counted since
-- the epoch, in which they said nothing. Not where the device was not heard any more when it ended, nor of a value
-- that was stale by then. Once more for the same quarter changes nothing.
CREATE OR REPLACE FUNCTION carry_forward(quarter integer, after_number integer, devices_max integer, stale_hours integer)
RETURNS TABLE (next_after integer, carried integer)
LANGUAGE plpgsql SET search_path FROM CURRENT
-- A page is few rows of large tables: whatever reads a whole one is no help to all pages together.
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
	bucket interval := limit_carried_bucket_minutes() * interval '1 minute';
	begins_at timestamptz := 'epoch'::timestamptz + quarter * bucket;
	ends_at timestamptz := begins_at + bucket;
	oldest_at timestamptz := ends_at - stale_hours * interval '1 hour';
BEGIN
	-- The next statement sees what a tick beside this one has held.
	PERFORM pg_advisory_xact_lock(hashtext('carried_values'));
	RETURN QUERY
	WITH page AS MATERIALIZED (
		SELECT d.* FROM devices d WHERE d.number > after_number AND d.type = 'push' AND d.enabled
		ORDER BY d.number LIMIT devices_max
	), heard AS (
		SELECT page.* FROM page WHERE CASE
			WHEN page.last_seen_at >= ends_at - limit_offline_minutes_min() * interval '1 minute' THEN true
			WHEN page.last_seen_at >= ends_at - limit_offline_intervals() * limit_usual_interval_seconds_max() * interval '1 second'
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
			SELECT h.from_bucket, h.to_bucket, h.value FROM carried_values h
			WHERE h.device_number = silent.number AND h.position = s.position AND h.from_bucket <= quarter
			ORDER BY h.from_bucket DESC LIMIT 1) run ON true
	), longer AS (
		UPDATE carried_values h SET to_bucket = quarter FROM placed
		WHERE placed.goes_on AND h.device_number = placed.number AND h.position = placed.position
			AND h.from_bucket = placed.from_bucket
	), begun AS (
		INSERT INTO carried_values (device_number, from_bucket, to_bucket, position, value)
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
-- stored: function request_check 1e29fb72f942d802 76fcf51c25b6a68a
-- Due at once, whatever the clock of who looks says.
CREATE OR REPLACE FUNCTION request_check(wanted text) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	INSERT INTO household_checks (household_id, due_at) VALUES (wanted, 'epoch')
	ON CONFLICT (household_id) DO UPDATE SET due_at = 'epoch', asked = household_checks.asked + 1
$$;
--> statement-breakpoint
-- stored: function request_household_check 3c69f8b597741e1e a59b9be959e563f6
-- The first argument names the column that holds the household.
CREATE OR REPLACE FUNCTION request_household_check() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM request_check(to_jsonb(NEW)->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function request_sensor_check ef680f1494db3ccc d76c6fc2f428d59b
CREATE OR REPLACE FUNCTION request_sensor_check() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM request_check((SELECT household_id FROM devices WHERE id = NEW.device_id));
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function disturb_sensor b1eddb3fd585fc7c c19b8a8c2918f0af
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
		PERFORM forget_deadband(device.household_id, device.id);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function disturb_device 4521cef4c2b53897 0920e9696060f140
-- For a sensor's row: a sensor that is gone is not found any more.
CREATE OR REPLACE FUNCTION disturb_device() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	owner text := coalesce(NEW.device_id, OLD.device_id);
BEGIN
	PERFORM forget_deadband((SELECT d.household_id FROM devices d WHERE d.id = owner), owner);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function disturb_self 1319dff243623982 9bb51340a1486e70
-- For a device's own row, before it is written.
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
--> statement-breakpoint
-- stored: function disturb_home a9e326c0395a2b0e 30fdd4055748f1a0
-- For a row that names its home in the column of the first argument.
CREATE OR REPLACE FUNCTION disturb_home() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM forget_deadband(coalesce(to_jsonb(NEW), to_jsonb(OLD))->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: trigger households_request_check 9ddbf3fe87da3c50 households
-- Whatever a tick goes by, but for readings: of those the ingest knows which it leaves to a tick. No column that an
-- ingest writes is named here.
CREATE OR REPLACE TRIGGER households_request_check
AFTER INSERT OR UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until, latitude, longitude
ON households FOR EACH ROW EXECUTE FUNCTION request_household_check('id');
--> statement-breakpoint
-- stored: trigger households_disturb ae1d7aad2a5db3d1 households
-- Whatever the rules of a sensor go by makes its deadband void: see record_readings, lib/alerts/deadband.
CREATE OR REPLACE TRIGGER households_disturb
AFTER UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until
ON households FOR EACH ROW EXECUTE FUNCTION disturb_home('id');
--> statement-breakpoint
-- stored: trigger devices_request_check 26d747b5c32530d5 devices
CREATE OR REPLACE TRIGGER devices_request_check AFTER INSERT OR UPDATE OF enabled, alert_settings, contact_true_means
ON devices FOR EACH ROW EXECUTE FUNCTION request_household_check('household_id');
--> statement-breakpoint
-- stored: trigger devices_disturb f083c29209542696 devices
-- Whatever the rules of a sensor go by makes its deadband void: see record_readings, lib/alerts/deadband.
CREATE OR REPLACE TRIGGER devices_disturb
BEFORE UPDATE OF type, name, space, enabled, alert_settings, flat_temperature_unit, contact_true_means, household_id
ON devices FOR EACH ROW
WHEN ((OLD.type, OLD.name, OLD.space, OLD.enabled, OLD.alert_settings, OLD.flat_temperature_unit,
	OLD.contact_true_means, OLD.household_id)
	IS DISTINCT FROM
	(NEW.type, NEW.name, NEW.space, NEW.enabled, NEW.alert_settings, NEW.flat_temperature_unit,
	NEW.contact_true_means, NEW.household_id))
EXECUTE FUNCTION disturb_self();
--> statement-breakpoint
-- stored: trigger sensors_request_check cff7ea529ffe414e sensors
-- A name too: it says where the sensor is until its owner does.
CREATE OR REPLACE TRIGGER sensors_request_check AFTER UPDATE OF kind, alert_settings, placement, label, unit, unit_source
ON sensors FOR EACH ROW EXECUTE FUNCTION request_sensor_check();
--> statement-breakpoint
-- stored: trigger sensors_disturb 3ebc823b83ab3f1f sensors
-- Whatever the rules of a sensor go by makes its deadband void: see record_readings, lib/alerts/deadband.
CREATE OR REPLACE TRIGGER sensors_disturb AFTER INSERT OR DELETE OR UPDATE
ON sensors FOR EACH ROW EXECUTE FUNCTION disturb_device();
--> statement-breakpoint
-- stored: trigger alert_rules_request_check 645e07ecb78d015c alert_rules
CREATE OR REPLACE TRIGGER alert_rules_request_check AFTER INSERT OR UPDATE
ON alert_rules FOR EACH ROW EXECUTE FUNCTION request_household_check('household_id');
--> statement-breakpoint
-- stored: trigger alert_rules_disturb 59e63b4530be4b70 alert_rules
-- Whatever the rules of a sensor go by makes its deadband void: see record_readings, lib/alerts/deadband.
CREATE OR REPLACE TRIGGER alert_rules_disturb AFTER INSERT OR UPDATE OR DELETE
ON alert_rules FOR EACH ROW EXECUTE FUNCTION disturb_sensor('sensor_id');
--> statement-breakpoint
-- stored: trigger alert_states_request_check 7df4747504618dc9 alert_states
CREATE OR REPLACE TRIGGER alert_states_request_check AFTER INSERT OR UPDATE
ON alert_states FOR EACH ROW EXECUTE FUNCTION request_household_check('household_id');
--> statement-breakpoint
-- stored: trigger alert_states_disturb 9f6d4d0f3ea604af alert_states
-- Whatever the rules of a sensor go by makes its deadband void: see record_readings, lib/alerts/deadband.
CREATE OR REPLACE TRIGGER alert_states_disturb AFTER INSERT OR UPDATE OR DELETE
ON alert_states FOR EACH ROW EXECUTE FUNCTION disturb_sensor('subject');
--> statement-breakpoint
-- removed: trigger alert_rules_looked_at
DROP TRIGGER alert_rules_looked_at ON alert_rules;
--> statement-breakpoint
-- removed: trigger alert_states_looked_at
DROP TRIGGER alert_states_looked_at ON alert_states;
--> statement-breakpoint
-- removed: trigger devices_looked_at
DROP TRIGGER devices_looked_at ON devices;
--> statement-breakpoint
-- removed: trigger households_looked_at
DROP TRIGGER households_looked_at ON households;
--> statement-breakpoint
-- removed: trigger sensors_looked_at
DROP TRIGGER sensors_looked_at ON sensors;
--> statement-breakpoint
-- removed: function limit_held_bucket_minutes
DROP FUNCTION limit_held_bucket_minutes;
--> statement-breakpoint
-- removed: function ask_for_look
DROP FUNCTION ask_for_look;
--> statement-breakpoint
-- removed: function forget_calm
DROP FUNCTION forget_calm;
--> statement-breakpoint
-- removed: function hold_values
DROP FUNCTION hold_values;
--> statement-breakpoint
-- removed: function is_calm
DROP FUNCTION is_calm;
--> statement-breakpoint
-- removed: function look_at_household
DROP FUNCTION look_at_household;
--> statement-breakpoint
-- removed: function look_at_sensor
DROP FUNCTION look_at_sensor;
--> statement-breakpoint
-- removed: function store_calm
DROP FUNCTION store_calm;
