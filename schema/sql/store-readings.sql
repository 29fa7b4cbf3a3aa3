-- Stores readings for a device; every way of getting readings ends here. The caller holds the device's row (`FOR NO KEY
-- UPDATE`). Also updates the device's latest values and health, and writes `requested_at` as given.
-- `received_at` is a trusted time. `body` is what lib/readings/ingest.queries.ts writes:
--   readings  [{key, label, kind, unit, value, state, at, other, celsius, assumed}]  ordered by `at`, null last
--     at      the reading's own time in epoch microseconds, null for the receive time
--     other   the same value in the other units of its quantity
--     celsius `other` if the device reads unmarked temperatures as °C; null if the body states the unit
--     assumed true if nothing states the unit, and the value is possible in both
--   battery, rssi, faulty [key]
--   lag     seconds by which its times were behind the receive time, if they are too far off to be a reading's
-- If a device's clock is wrong, its readings' times are corrected by its lag. A reading older than a week is never the
-- latest value; one older than limit_history_days_max isn't stored, and counted as `left_out`.
-- Returns {outcome: stored | unit_mismatch | too_many_sensors, …}, on request with the facts for evaluating what was
-- stored. A unit mismatch has written nothing. Too many sensors may leave snapshots of known sensors, for the caller to
-- keep or roll back.
CREATE OR REPLACE FUNCTION store_readings(
	device devices, received_at timestamptz, request_id integer, body jsonb, with_facts boolean DEFAULT false
) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	reading record;
	-- Requests of a burst may have the same millisecond.
	own_moment timestamptz := free_moment(device.number, received_at);
	counted_at timestamptz;
	moment timestamptz;
	open_moment timestamptz;
	snapshot float8[];
	empty_snapshot float8[];
	reading_value float8;
	-- The value in °F if its number is in °C, and in °C if it is in °F.
	as_celsius float8;
	as_fahrenheit float8;
	reading_unit text;
	other jsonb;
	missing boolean;
	mismatch jsonb;
	created integer := 0;
	stored integer := 0;
	moved smallint[];
	latest_before float8[] := device.latest_values;
	gap integer := extract(epoch FROM received_at - device.last_seen_at);
	-- Times later than this were written under a clock that was ahead.
	wrong_after timestamptz := received_at + limit_statement_wait_seconds() * interval '1 second';
	-- True if the body has all of the device's values, in the order of its sensors and as stored.
	is_plain boolean := body ? 'shape';
	keeps_deadband boolean;
	left_out integer := 0;
	shifted interval := '0';
BEGIN
	IF jsonb_array_length(body->'readings') > 0 THEN
		device := device_after_clock(device, received_at, body);
	END IF;
	-- Times that can't be real (`lag`) have already been replaced by ours.
	IF NOT body ? 'lag' THEN
		shifted := coalesce(floor(clock_lag(device.clock_lags, device.clock_lag_gaps)), 0) * interval '1 second';
	END IF;
	FOR attempt IN 1..2 LOOP
		missing := false;
		stored := 0;
		left_out := 0;
		is_plain := body ? 'shape';
		mismatch := NULL;
		open_moment := NULL;
		moved := '{}';
		empty_snapshot := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
		FOR reading IN
			SELECT r.*, s.position, s.kind AS sensor_kind, s.unit AS sensor_unit, s.unit_source, s.is_unit_doubted, s.is_state,
				s.faulty_at
			FROM jsonb_to_recordset(body->'readings') AS r (key text, kind text, unit text, value float8, state boolean,
				means text, at bigint, other jsonb, celsius jsonb, assumed boolean)
			LEFT JOIN sensors s ON s.device_id = device.id AND s.key = r.key
			ORDER BY r.at NULLS LAST
		LOOP
			IF reading.position IS NULL THEN
				missing := true;
				EXIT;
			END IF;
			IF is_understood_now(reading.sensor_kind, reading.sensor_unit, device.latest_values[reading.position], reading.kind) THEN
				UPDATE sensors s SET kind = reading.kind, is_state = reading.state OR reading.kind = ANY (words_state_kinds()),
					unit = reading.unit, true_means = reading.means, unit_source = CASE WHEN reading.celsius IS NULL THEN 'sender'
						WHEN reading.assumed THEN 'assumed' ELSE 'settled' END
				WHERE s.device_id = device.id AND s.position = reading.position
				RETURNING s.unit, s.unit_source, s.is_state INTO reading.sensor_unit, reading.unit_source, reading.is_state;
				-- The sensor's earlier value has no unit, so it can't be compared.
				latest_before[reading.position] := NULL;
				reading.sensor_kind := reading.kind;
			END IF;
			reading_unit := reading.unit;
			other := reading.other;
			as_celsius := reading.value * limit_fahrenheit_per_kelvin() + limit_freezing_fahrenheit();
			as_fahrenheit := (reading.value - limit_freezing_fahrenheit()) / limit_fahrenheit_per_kelvin();
			IF reading.sensor_unit = '°C' AND reading.unit = '°C' AND reading.unit_source = 'sender'
				AND reading.value > limit_bare_celsius_max()
				AND abs(device.latest_values[reading.position] - as_fahrenheit) <= limit_firmware_step_kelvin()
				AND NOT is_no_room(concat_ws(' ', device.name, device.space, reading.key)) THEN
				-- No room is that hot, and in °F the value is as warm as before. A frost in °F would hide behind the name of °C, so
				-- people are asked. Its readings so far are in the other unit: none teaches what is usual.
				UPDATE sensors SET unit = '°F', unit_source = 'assumed', is_unit_doubted = true,
					week_floor = NULL, week_floor_at = received_at + interval '1 week'
				WHERE device_id = device.id AND position = reading.position
				RETURNING unit, unit_source, is_unit_doubted
				INTO reading.sensor_unit, reading.unit_source, reading.is_unit_doubted;
				latest_before[reading.position] := NULL;
			END IF;
			IF reading.sensor_unit = '°F' AND (reading.unit = '°F' AND reading.unit_source = 'sender'
					OR (reading.celsius IS NOT NULL OR reading.is_unit_doubted) AND reading.unit_source IN ('settled', 'siblings'))
				AND device.latest_values[reading.position] > limit_freezing_fahrenheit()
				AND device.latest_at[reading.position] > received_at - limit_firmware_step_hours() * interval '1 hour'
				AND abs(device.latest_values[reading.position] - as_celsius)
					<= limit_firmware_step_kelvin() * limit_fahrenheit_per_kelvin() THEN
				-- In °C the value is as warm as before, in °F a sudden frost. A guess could hide a real frost, so people are asked.
				UPDATE sensors SET unit_source = 'assumed', is_unit_doubted = reading.celsius IS NULL
				WHERE device_id = device.id AND position = reading.position;
				reading.unit_source := 'assumed';
				reading.is_unit_doubted := reading.celsius IS NULL;
			END IF;
			IF reading.is_unit_doubted AND reading.unit_source <> 'sender' AND reading.unit IN ('°F', '°C')
				AND reading.celsius IS NULL THEN
				-- Its word for the unit isn't believed: its numbers are read like those of a sender without one. What says °C may
				-- be a pipe, hotter than any room, so there no number answers.
				reading.celsius := jsonb_build_object('°F', as_celsius);
				reading.other := jsonb_build_object('°C', as_fahrenheit);
				reading.assumed := reading.unit = '°C' OR reading.value <= limit_bare_celsius_max();
				reading.unit := '°F';
			END IF;
			IF reading.celsius IS NOT NULL AND reading.unit = '°F' AND reading.sensor_unit = '°C'
				AND reading.assumed IS NOT TRUE AND reading.value > limit_bare_celsius_max() AND abs(device.latest_values[reading.position]
					- (reading.other->>'°C')::float8) <= limit_firmware_step_kelvin() THEN
				-- No room is that hot, and in °F the value is as warm as before: new firmware now sends unmarked values in °F.
				UPDATE sensors SET unit_source = 'sender' WHERE device_id = device.id AND position = reading.position;
				UPDATE devices SET flat_temperature_unit = 'F' WHERE id = device.id AND flat_temperature_unit = 'C';
				device.flat_temperature_unit := 'F';
				reading.unit_source := 'sender';
			END IF;
			IF reading.unit_source IN ('assumed', 'siblings') AND reading.assumed IS NOT TRUE AND reading.unit IN ('°F', '°C')
				AND (reading.celsius IS NULL OR reading.value > limit_bare_celsius_max()) THEN
				-- The sender now states the unit, or sends a number that is possible in only one.
				PERFORM settle_units(device.id, reading.unit,
					CASE WHEN reading.celsius IS NULL THEN 'sender' ELSE 'settled' END, reading.key);
				reading.sensor_unit := reading.unit;
			ELSIF reading.celsius IS NOT NULL AND reading.unit_source IN ('assumed', 'siblings', 'settled') THEN
				-- An unmarked number is in the unit of its sensor's unmarked numbers.
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
			moment := coalesce('epoch'::timestamptz + reading.at * interval '1 microsecond' + shifted, own_moment);
			-- If an instance's clock is years ahead, any time passes its check.
			IF moment > received_at + limit_reading_future_minutes_max() * interval '1 minute' THEN
				moment := own_moment;
			END IF;
			IF moment < received_at - limit_history_days_max() * interval '1 day' THEN
				left_out := left_out + 1;
				CONTINUE;
			END IF;
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
			-- Keeps the band only while the latest value lies in it.
			IF device.deadband_low IS NOT NULL AND (reading_value >= device.deadband_low[reading.position]
				AND reading_value <= device.deadband_high[reading.position]) IS NOT TRUE THEN
				device.deadband_low[reading.position] := NULL;
				device.deadband_high[reading.position] := NULL;
			END IF;
			-- A time ahead of the receive time would keep later readings from being the latest.
			counted_at := least(moment, own_moment);
			IF moment >= received_at - limit_reading_past_days_max() * interval '1 day' AND (device.latest_at[reading.position] IS NULL
				OR counted_at >= device.latest_at[reading.position] OR device.latest_at[reading.position] > wrong_after) THEN
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
		IF cardinality(device.latest_values) + created > limit_device_sensors_max() OR created + (
			SELECT count(*) FROM sensors s JOIN devices d ON d.id = s.device_id WHERE d.household_id = device.household_id
		) > limit_household_sensors_max() THEN
			RETURN jsonb_build_object('outcome', 'too_many_sensors');
		END IF;
		created := create_sensors(device, received_at, body->'readings');
		-- New sensors have voided the bands and raised the version: the facts need the new one.
		SELECT d.deadband_version INTO device.deadband_version FROM devices d WHERE d.id = device.id;
		device.deadband_low := NULL;
		device.deadband_high := NULL;
		device.latest_values := device.latest_values || array_fill(NULL::float8, ARRAY[created]);
		device.latest_at := device.latest_at || array_fill(NULL::timestamptz, ARRAY[created]);
	END LOOP;

	IF stored = 0 AND left_out = 0 AND mismatch IS NOT NULL THEN
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
	device.last_seen_at := CASE WHEN device.last_seen_at > wrong_after THEN own_moment
		ELSE greatest(device.last_seen_at, own_moment) END;
	IF is_charged(device.charged_at, device.battery_pct, (body->>'battery')::real) THEN
		device.charged_pct := (body->>'battery')::real;
		device.charged_at := own_moment;
	END IF;
	device.battery_pct := coalesce((body->>'battery')::real, device.battery_pct);
	device.rssi := coalesce((body->>'rssi')::real, device.rssi);
	-- Posts of a burst don't show how often the device sends.
	IF gap >= limit_usual_gap_seconds_min() THEN
		device.recent_gaps := (gap || device.recent_gaps)[1:limit_usual_gaps_max()];
	END IF;
	is_plain := is_plain AND stored = cardinality(device.latest_values);
	-- The shape includes the rules' revision: another shape's bands are void.
	keeps_deadband := NOT is_plain OR device.body_shape = (body->>'shape')::integer;
	UPDATE devices SET
		body_shape = CASE WHEN is_plain THEN (body->>'shape')::integer ELSE body_shape END,
		deadband_low = CASE WHEN keeps_deadband AND deadband_version = device.deadband_version THEN device.deadband_low END,
		deadband_high = CASE WHEN keeps_deadband AND deadband_version = device.deadband_version THEN device.deadband_high END,
		last_seen_at = device.last_seen_at,
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = device.battery_pct,
		charged_pct = device.charged_pct,
		charged_at = device.charged_at,
		rssi = device.rssi,
		requested_at = device.requested_at,
		recent_gaps = device.recent_gaps,
		clock_lags = device.clock_lags,
		clock_lag_gaps = device.clock_lag_gaps
	WHERE id = device.id;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', stored, 'sensors_created', created) || CASE
		WHEN left_out > 0 THEN jsonb_build_object('left_out', left_out) ELSE '{}' END || CASE
		WHEN with_facts THEN jsonb_build_object('facts', ingest_facts(device, moved, latest_before))
		ELSE '{}' END;
END
$$;

-- Returns whether a reading reveals the kind of a sensor that had none: its first value came before it had measured,
-- was a code, or had no name. Only for kinds that alerts watch. A counter isn't a state just because it was 1 once.
CREATE OR REPLACE FUNCTION is_understood_now(known text, known_unit text, latest float8, said text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN known = 'generic' AND known_unit IS NULL AND (said IN ('temperature', 'humidity')
	OR (said IN ('flood', 'door', 'motion') AND coalesce(latest, 0) IN (-1, 0, 1, 2)));

-- Returns how many seconds a device's clock is behind ours, negative if ahead; null if it is right, or not known to be
-- wrong. It takes four posts in a row: each as far behind as the one before, or each behind and none catching up. A
-- repeated reading falls behind, too, so one of these must have been new. A backlog catches up or goes back in time.
CREATE OR REPLACE FUNCTION clock_lag(lags real[], gaps real[]) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
	SELECT CASE WHEN abs(lags[1]) >= limit_clock_lag_seconds_min() AND (bool_and(abs(step.further) <= step.drift) OR
		min(lags[step.place]) >= limit_clock_lag_seconds_min() AND lags[limit_clock_lag_posts()] >= limit_clock_lag_seconds_min()
		AND bool_and(step.further BETWEEN -step.drift AND step.gap + step.drift) AND bool_or(gaps[step.place] > 0))
		THEN lags[1] END
	FROM (
		SELECT place, lags[place] - lags[place + 1] AS further, abs(gaps[place]) AS gap,
			limit_clock_drift_seconds() + limit_clock_drift_share() * abs(gaps[place]) AS drift
		FROM generate_series(1, limit_clock_lag_posts() - 1) AS place
	) AS step
	WHERE cardinality(lags) = limit_clock_lag_posts()
);

-- Returns the device with what a post's times show about its clock: how far the newest is behind the receive time, and
-- how long after the previous post it came, negative if it had nothing new. A burst counts as one post, by its newest.
CREATE OR REPLACE FUNCTION device_after_clock(device devices, received_at timestamptz, body jsonb) RETURNS devices
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
	-- Newest first; a null comes before all, for a reading without a time.
	own_times bigint[] := ARRAY(
		SELECT DISTINCT (r->>'at')::bigint AS at FROM jsonb_array_elements(body->'readings') AS r ORDER BY at DESC NULLS FIRST);
	newest timestamptz;
	passed float8 := extract(epoch FROM received_at - device.last_seen_at);
	is_burst boolean := passed < limit_burst_seconds() AND abs(device.clock_lag_gaps[1]) < limit_burst_seconds();
	is_news boolean;
	lag float8;
BEGIN
	IF own_times[1] IS NULL AND NOT body ? 'lag' THEN
		IF passed IS NULL OR passed >= limit_burst_seconds() THEN
			device.clock_lags := '{}';
			device.clock_lag_gaps := '{}';
		END IF;
		RETURN device;
	END IF;
	newest := 'epoch'::timestamptz + own_times[1] * interval '1 microsecond';
	lag := coalesce((body->>'lag')::float8, extract(epoch FROM received_at - newest));
	-- A buffer is on time if its newest reading is no older than the time between its readings.
	IF lag > 0 AND lag * 1000000 <= own_times[1] - own_times[2] THEN
		lag := 0;
	END IF;
	is_news := body ? 'lag' OR clock_lag(device.clock_lags, device.clock_lag_gaps) IS NOT NULL
		OR NOT coalesce(device.clock_lags[1] + passed - lag <= limit_clock_drift_seconds(), false)
		OR EXISTS (
			SELECT FROM jsonb_to_recordset(body->'readings') AS r (key text, value float8, at bigint, other jsonb, celsius jsonb)
			LEFT JOIN sensors s ON s.device_id = device.id AND s.key = r.key
			WHERE r.at = own_times[1] AND NOT EXISTS (
				SELECT FROM snapshots known
				WHERE known.device_number = device.number
					AND known.recorded_at >= newest AND known.recorded_at < newest + interval '1 millisecond'
					AND known."values"[s.position] IN
						(r.value, (r.other->>s.unit)::float8, (r.celsius->>s.unit)::float8)));
	IF is_burst THEN
		device.clock_lags[1] := least(lag, device.clock_lags[1] + passed);
		device.clock_lag_gaps[1] := CASE
			WHEN is_news OR device.clock_lag_gaps[1] >= 0 THEN abs(device.clock_lag_gaps[1]) + passed
			ELSE device.clock_lag_gaps[1] - passed END;
	ELSE
		device.clock_lags := (lag::real || device.clock_lags)[1:limit_clock_lag_posts()];
		device.clock_lag_gaps := ((coalesce(passed, 0) * CASE WHEN is_news THEN 1 ELSE -1 END)::real
			|| device.clock_lag_gaps)[1:limit_clock_lag_posts()];
	END IF;
	RETURN device;
END
$$;

-- Returns how long a push device may send nothing before it is offline, learned from the seconds between its posts as
-- in lib/devices/device-status.ts. A test compares both.
CREATE OR REPLACE FUNCTION offline_after(gaps integer[]) RETURNS interval
LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
DECLARE
	since_post integer := 0;
	apart integer[] := '{}';
	usual float8 := 60 * limit_usual_interval_minutes();
BEGIN
	FOR place IN REVERSE cardinality(gaps)..1 LOOP
		since_post := since_post + gaps[place];
		-- Posts closer than this are parts of one.
		IF since_post >= limit_burst_seconds() THEN
			apart := apart || since_post;
			since_post := 0;
		END IF;
	END LOOP;
	IF cardinality(apart) >= limit_usual_gaps_min() THEN
		SELECT least(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds), limit_usual_interval_seconds_max()) INTO usual
		FROM unnest(apart) AS post (seconds);
	END IF;
	RETURN greatest(limit_offline_intervals() * usual, 60 * limit_offline_minutes_min()) * interval '1 second';
END
$$;

-- Returns true for a battery's first value, and if it was charged or replaced since: a warm day raises it by less.
CREATE OR REPLACE FUNCTION is_charged(charged_at timestamptz, known real, said real) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
	SELECT said IS NOT NULL AND (charged_at IS NULL OR said >= known + limit_battery_charged_percent())
$$;
