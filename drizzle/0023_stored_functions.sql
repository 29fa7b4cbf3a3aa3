-- stored: function limit_clock_ahead_milliseconds 19d8eb367d595b58 a7bfb4eb7068d6fc
CREATE OR REPLACE FUNCTION limit_clock_ahead_milliseconds() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1000;
--> statement-breakpoint
-- stored: function limit_device_sensors_max 630eeabcc3c2480b ef3a2960470506bc
CREATE OR REPLACE FUNCTION limit_device_sensors_max() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 256;
--> statement-breakpoint
-- stored: function limit_retry_hours 07de7c49b59d2360 626db99674264a8b
CREATE OR REPLACE FUNCTION limit_retry_hours() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1;
--> statement-breakpoint
-- stored: function limit_statement_wait_seconds 09e85a5c436dda96 24c5b932cd06a7c9
CREATE OR REPLACE FUNCTION limit_statement_wait_seconds() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 60;
--> statement-breakpoint
-- stored: function free_moment b847473f7a148f2d f2e4cbb2310d81d4
-- The first moment at or after `at` at which the device has no snapshot: two requests never share one.
CREATE OR REPLACE FUNCTION free_moment(device integer, at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE AS $$
DECLARE
	free timestamptz := at;
	taken timestamptz;
BEGIN
	-- Each turn leaves a whole millisecond behind that is taken up.
	LOOP
		SELECT max(s.recorded_at) INTO taken FROM snapshots s
		WHERE s.device_number = device AND s.recorded_at >= free
			AND s.recorded_at < free + interval '1 millisecond';
		IF taken IS NULL THEN
			RETURN free;
		END IF;
		free := taken + interval '1 microsecond';
	END LOOP;
END
$$;
--> statement-breakpoint
-- stored: function is_stored 9688bf103df8d0f9 70d4338b8b32d31e
-- Whether the request has been stored before, by an attempt whose answer was lost. An attempt under a clock that was not
-- to be trusted went by the database's: it may lie up to an hour back.
CREATE OR REPLACE FUNCTION is_stored(device integer, request_id integer, said timestamptz, received_at timestamptz)
RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN EXISTS (
		SELECT FROM snapshots s
		WHERE s.device_number = device AND s.request = request_id
			AND s.recorded_at >= least(said, received_at - limit_retry_hours() * interval '1 hour')
			AND s.recorded_at < greatest(said, received_at) + interval '1 second');
END
$$;
--> statement-breakpoint
DROP FUNCTION store_snapshot;
--> statement-breakpoint
-- stored: function store_snapshot 2d24764c323e1726 f1bb5edc30c73dfa
-- Stores one request's values of one moment, and never over another's. A moment that is taken is left as it is, and these
-- values take the next free one. Only where the device gave the time (`is_own_time`) and the two do not contradict each
-- other are they one snapshot: what is sent once more is known, another sensor's value joins.
-- A reading that comes into a day that was rolled up takes the promise back that its buckets are whole. The caller
-- holds the device, as whoever gives the promise does. In plpgsql the statements are planned once.
CREATE OR REPLACE FUNCTION store_snapshot(
	device integer, at timestamptz, sent float8[], request_id integer DEFAULT 0, is_own_time boolean DEFAULT true
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	-- A full snapshot is stored without a null bitmap: an array that began as nulls would keep its 8 bytes of one.
	full_values float8[] := CASE WHEN array_position(sent, NULL) IS NULL THEN ARRAY(SELECT unnest(sent)) ELSE sent END;
	joined timestamptz;
BEGIN
	INSERT INTO snapshots (device_number, request, recorded_at, "values") VALUES (device, request_id, at, full_values)
	ON CONFLICT (device_number, recorded_at) DO NOTHING;
	IF NOT FOUND THEN
		SELECT s.recorded_at INTO joined FROM snapshots s
		WHERE is_own_time AND s.device_number = device
			AND s.recorded_at >= at AND s.recorded_at < at + interval '1 millisecond'
			AND merge_values(s."values", sent) = merge_values(sent, s."values")
		ORDER BY s.recorded_at LIMIT 1;
		IF joined IS NULL THEN
			INSERT INTO snapshots (device_number, request, recorded_at, "values")
			VALUES (device, request_id, free_moment(device, at), full_values);
		ELSE
			UPDATE snapshots s SET "values" = merge_values(s."values", sent)
			WHERE s.device_number = device AND s.recorded_at = joined
				AND merge_values(s."values", sent) <> s."values";
		END IF;
	END IF;
	-- A sealed day keeps it: what comes into it all the same is told by the tiers when it is sealed too.
	DELETE FROM rolled_days
	WHERE device_number = device AND day = (at AT TIME ZONE 'UTC')::date AND NOT sealed;
END
$$;
--> statement-breakpoint
DROP FUNCTION store_readings;
--> statement-breakpoint
-- stored: function store_readings d3813df9b5565495 361b6843d57d4917
-- What every way of getting readings comes down to: stores them for a device whose row the caller holds
-- (`FOR NO KEY UPDATE`), moves its latest values and health forward and writes `requested_at` as given.
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
	lag real;
	passed float8;
BEGIN
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
			moment := coalesce('epoch'::timestamptz + reading.at * interval '1 microsecond', own_moment);
			IF moment IS DISTINCT FROM open_moment THEN
				IF open_moment IS NOT NULL THEN
					PERFORM store_snapshot(device.number, open_moment, snapshot, request_id, open_moment <> own_moment);
				END IF;
				open_moment := moment;
				snapshot := empty_snapshot;
			END IF;
			snapshot[reading.position] := reading_value;
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
	UPDATE devices SET
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
DROP FUNCTION record_feeds;
--> statement-breakpoint
-- stored: function record_feeds 047a1d8ab9921078 64d50bbc7aa64e27
-- Many polled feeds, one call. `results` is what lib/store/feeds.ts writes:
--   [{number, household, feed, device, lease, at, state, body, etag, next_poll_at, retry_at}]
--     lease    the lease_until that the poller was given: with any other one the feed is no longer its own
--     at       when it answered or failed; the receive time of its readings
--     state    ok | unchanged | a word of FEED_FAILURES
--     body     for store_readings where the state is ok
--     retry_at the next poll if this one has failed, here or before
-- Answers a row for each feed that was still the poller's; `stored` is null where this is a repeated attempt.
CREATE OR REPLACE FUNCTION record_feeds(results jsonb)
RETURNS TABLE (result_number integer, failed_with text, stored integer)
LANGUAGE plpgsql AS $$
DECLARE
	result record;
	device devices;
	feed pull_feeds;
	answer jsonb;
BEGIN
	PERFORM ensure_snapshot_days(jsonb_path_query_array(results, '$[*].body.readings[*]'));
	PERFORM ensure_snapshot_day(days.day) FROM (
		SELECT DISTINCT (r.at AT TIME ZONE 'UTC')::date AS day FROM jsonb_to_recordset(results) AS r (at timestamptz)
	) AS days;
	FOR result IN
		SELECT * FROM jsonb_to_recordset(results) AS r (
			number integer, household text, feed text, device text, lease timestamptz, at timestamptz, state text,
			body jsonb, etag text, next_poll_at timestamptz, retry_at timestamptz)
		-- One order for all, so that two pollers never wait for each other.
		ORDER BY r.device
	LOOP
		SELECT * INTO device FROM devices d WHERE d.id = result.device FOR NO KEY UPDATE;
		SELECT * INTO feed FROM pull_feeds f
		WHERE f.household_id = result.household AND f.id = result.feed FOR NO KEY UPDATE;
		result_number := result.number;
		IF feed.last_polled_at = result.at AND feed.lease_until IS NULL THEN
			failed_with := feed.failure;
			stored := NULL;
			RETURN NEXT;
			CONTINUE;
		END IF;
		CONTINUE WHEN feed.lease_until IS DISTINCT FROM result.lease;
		failed_with := NULL;
		stored := 0;
		IF result.state IN ('ok', 'unchanged') THEN
			answer := store_readings(device, result.at, hashtext(result.at::text),
				CASE result.state WHEN 'ok' THEN result.body ELSE said_last(device) END);
			failed_with := CASE answer->>'outcome'
				WHEN 'stored' THEN NULL WHEN 'too_many_sensors' THEN 'too_large' ELSE 'no_readings' END;
			stored := coalesce((answer->>'readings')::integer, 0);
			IF (answer->>'sensors_created')::integer > 0 THEN
				UPDATE sensors s SET label = p.label, visible = p.visible FROM probes p
				WHERE p.household_id = feed.household_id AND p.feed_id = feed.id AND p.key = s.key
					AND s.device_id = device.id AND s.position > cardinality(device.latest_values);
			END IF;
		ELSE
			failed_with := result.state;
		END IF;
		UPDATE pull_feeds f SET
			lease_until = NULL,
			last_polled_at = result.at,
			last_ok_at = CASE WHEN failed_with IS NULL THEN result.at ELSE f.last_ok_at END,
			failure = failed_with,
			failures_in_row = CASE WHEN failed_with IS NULL THEN 0 ELSE f.failures_in_row + 1 END,
			next_poll_at = CASE WHEN failed_with IS NULL THEN result.next_poll_at ELSE result.retry_at END,
			etag = CASE WHEN result.state = 'ok' AND failed_with IS NULL THEN result.etag ELSE f.etag END
		WHERE f.household_id = feed.household_id AND f.id = feed.id;
		RETURN NEXT;
	END LOOP;
END
$$;
--> statement-breakpoint
-- stored: function trusted_time 6fd51559da40fe2f b7ce667362f3345d
-- The time at which a request arrived: what the instance that took it says, while the database's own clock does not
-- contradict it. An instance may be a little ahead, and a statement may wait a while before it runs; beyond that the
-- instance's clock is wrong and the database's counts.
CREATE OR REPLACE FUNCTION trusted_time(said timestamptz) RETURNS timestamptz
LANGUAGE sql VOLATILE AS $$
	SELECT CASE
		WHEN said > clock - limit_statement_wait_seconds() * interval '1 second'
			AND said < clock + limit_clock_ahead_milliseconds() * interval '1 millisecond'
		THEN said
		ELSE clock
	END
	FROM clock_timestamp() AS clock
$$;
--> statement-breakpoint
DROP FUNCTION record_readings;
--> statement-breakpoint
-- stored: function record_readings d9a0337e89c15f50 c6ba801cc721a5fc
-- One ingest, one call: `request_id` and `said` (when the instance received it, by its own clock) stay the same at every
-- attempt. Answers as store_readings does, or unknown_key, or rate_limited; all but `stored` have written nothing. What was
-- stored comes with the facts that judging it needs; `ahead_by` is by how many seconds the instance's clock is wrong.
CREATE OR REPLACE FUNCTION record_readings(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	device devices;
	known ingest_receipts;
	answer jsonb;
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
		RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0);
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt
			AND r.created_at > received_at - limit_idempotency_hours() * interval '1 hour';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created);
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
	IF received_at <> said THEN
		answer := answer || jsonb_build_object('ahead_by', extract(epoch FROM said - received_at));
	END IF;
	RETURN answer;
END
$$;
--> statement-breakpoint
-- removed: function limit_recent_requests_max
DROP FUNCTION limit_recent_requests_max;
--> statement-breakpoint
-- removed: function limit_same_moment_milliseconds
DROP FUNCTION limit_same_moment_milliseconds;
