-- For the days of readings with times of their own. Like ensure_snapshot_day before the caller has locked anything.
CREATE FUNCTION ensure_snapshot_days(readings jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM ensure_snapshot_day((to_timestamp(micros / 1e6) AT TIME ZONE 'UTC')::date)
	FROM (
		SELECT DISTINCT (r->>'at')::bigint / 86400000000 * 86400000000 AS micros
		FROM jsonb_array_elements(readings) AS r WHERE r->>'at' IS NOT NULL
	) AS days;
END
$$;
--> statement-breakpoint
-- What every way of getting readings comes down to: stores them for a device whose row the caller holds
-- (`FOR NO KEY UPDATE`), moves its latest values and health forward and writes `recent_requests` as given.
-- `body` is what lib/store/ingest.ts writes:
--   readings  [{key, label, kind, unit, value, state, at, other, celsius}]  ordered by `at`, null last
--     at      the reading's own time in epoch microseconds, null for the receive time
--     other   the same value in the other units of its quantity
--     celsius `other` if the device reads unmarked temperatures as °C; null where the unit is certain
--   battery, rssi, faulty [key]
-- Answers {outcome: stored | unit_mismatch | too_many_sensors, …}. A mismatch has written nothing; too many
-- sensors may leave snapshots of sensors that were known, for the caller to keep or to undo.
CREATE FUNCTION store_readings(device devices, now timestamptz, sensors_max integer, body jsonb) RETURNS jsonb
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
	END IF;
	UPDATE devices SET
		last_seen_at = greatest(device.last_seen_at, received_at),
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = coalesce((body->>'battery')::real, device.battery_pct),
		rssi = coalesce((body->>'rssi')::real, device.rssi),
		recent_requests = device.recent_requests
	WHERE id = device.id;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', stored, 'sensors_created', created);
END
$$;
--> statement-breakpoint
-- One ingest, one call. Answers as store_readings does, or unknown_key; all but `stored` have written nothing.
CREATE OR REPLACE FUNCTION record_readings(
	ingest_key bytea, request bigint, now timestamptz, receipt bytea, sensors_max integer, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql AS $$
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
	answer := store_readings(device, now, sensors_max, body);
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
--> statement-breakpoint
-- A body that says once more what a device said when it was last seen, for an answer of "not modified". Readings
-- that had times of their own are not in it: they have been stored once and for all.
CREATE FUNCTION said_last(device devices) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('faulty', '[]'::jsonb, 'readings', coalesce(jsonb_agg(jsonb_build_object(
		'key', s.key, 'unit', s.unit, 'state', s.is_state, 'value', device.latest_values[s.position])), '[]'))
	FROM sensors s WHERE s.device_id = device.id AND device.latest_at[s.position] = device.last_seen_at
$$;
--> statement-breakpoint
-- Many polled feeds, one call. `results` is what lib/store/feeds.ts writes:
--   [{number, household, feed, device, lease, at, state, body, etag, next_poll_at, retry_at}]
--     lease    the lease_until that the poller was given: with any other one the feed is no longer its own
--     at       when it answered or failed; the receive time of its readings
--     state    ok | unchanged | a word of FEED_FAILURES
--     body     for store_readings where the state is ok
--     retry_at the next poll if this one has failed, here or before
-- Answers a row for each feed that was still the poller's; `stored` is null where this is a repeated attempt.
CREATE FUNCTION record_feeds(sensors_max integer, results jsonb)
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
			answer := store_readings(device, result.at, sensors_max,
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
-- Whoever saves a feed, and however: it is polled afresh at the next tick, and what is being fetched from its
-- former address or root meanwhile is no longer wanted.
CREATE FUNCTION forget_feed_polls() RETURNS trigger
LANGUAGE plpgsql AS $$
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
CREATE TRIGGER pull_feeds_saved BEFORE UPDATE OF url, json_root, enabled ON pull_feeds
FOR EACH ROW EXECUTE FUNCTION forget_feed_polls();
