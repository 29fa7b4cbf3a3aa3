-- Records an ingest in one call. `request_id` and `said` (the receive time by the instance's clock) stay the same at
-- every attempt. The usual post is one UPDATE that finds, locks and moves the device, and one INSERT. A post is usual
-- if its body has the device's last shape (`sent` are the values in the order of the sensors), it is newer than all
-- before it, the device's clock is right, and every value is in the band in which no rule changes its result, so that
-- no facts are needed. Everything else goes to record_post. Unlike other functions this one sets no search_path, which
-- would make the usual post 10 % more expensive: a session that finds the function by name finds its tables, too.
CREATE OR REPLACE FUNCTION record_readings(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, shape integer, sent float8[],
	battery real, signal real, body text
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	usual record;
	today date := (said AT TIME ZONE 'UTC')::date;
	-- The day on which record_post may store after it has waited for the device.
	waited_until date := ((said + 2 * limit_statement_wait_seconds() * interval '1 second') AT TIME ZONE 'UTC')::date;
BEGIN
	-- All partitions must exist before the UPDATE waits for the device. It keeps the device locked even if the post turns
	-- out to be unusual, and whoever creates a partition may be waiting for the device.
	IF shape IS NULL OR receipt IS NOT NULL OR trusted_time(said) <> said
		OR to_regclass('snapshots_' || to_char(today, 'YYYYMMDD')) IS NULL
		OR (waited_until <> today AND to_regclass('snapshots_' || to_char(waited_until, 'YYYYMMDD')) IS NULL)
	THEN
		RETURN record_post(ingest_key, request_id, said, receipt, body::jsonb);
	END IF;
	UPDATE devices d SET
-- include fragments/usual-move.sql
	WHERE d.ingest_key_hash = ingest_key
-- include fragments/usual-post.sql
	RETURNING d.number INTO usual;
	IF NOT FOUND THEN
		RETURN record_post(ingest_key, request_id, said, receipt, body::jsonb);
	END IF;
	-- Everyone who stores for this device holds its lock, so a check is enough. ON CONFLICT would log each row twice.
	INSERT INTO snapshots (device_number, request, recorded_at, "values")
	SELECT usual.number, request_id, said, sent
	WHERE NOT EXISTS (SELECT FROM snapshots s WHERE s.device_number = usual.number AND s.recorded_at = said);
	IF NOT FOUND THEN
		INSERT INTO snapshots (device_number, request, recorded_at, "values")
		VALUES (usual.number, request_id, free_moment(usual.number, said), sent);
	END IF;
	DELETE FROM rolled_days r WHERE r.device_number = usual.number AND r.day = today;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', cardinality(sent), 'sensors_created', 0);
END
$$;

-- Records usual posts of several devices in one transaction, for a machine that gets many at once. Never waits for a
-- device: a post whose device is locked, or that is unusual in any way that record_readings checks, is skipped and not
-- stored. Returns the positions of the stored posts, counted from 1.
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
-- include fragments/usual-post.sql
		FOR NO KEY UPDATE OF d SKIP LOCKED
	), moved AS (
		UPDATE devices d SET
-- include fragments/usual-move.sql
		FROM usual WHERE d.number = usual.number
		RETURNING d.number, request_id, said, sent, place
	), stored AS (
		INSERT INTO snapshots (device_number, request, recorded_at, "values")
		SELECT number, request_id, said, sent FROM moved
	), opened AS (
		DELETE FROM rolled_days r USING moved
		WHERE r.device_number = moved.number AND r.day = today
	)
	SELECT coalesce(jsonb_agg(place), '[]')
	INTO answer FROM moved;
	RETURN answer;
END
$$;

-- Records any ingest that record_readings leaves to it. Returns what store_readings returns, or `unknown_key`; nothing
-- is written unless the outcome is `stored`. Stored readings come with the facts for their evaluation. `repeated` means
-- that an earlier attempt stored them; `ahead_by` is how many seconds the instance's clock is ahead.
CREATE OR REPLACE FUNCTION record_post(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	device devices;
	known ingest_receipts;
	honored interval := limit_idempotency_hours() * interval '1 hour';
	answer jsonb;
	received_at timestamptz := trusted_time(said);
	-- A repeated attempt is evaluated, too, with the same correction of a wrong clock.
	clock_error jsonb := CASE WHEN received_at = said THEN '{}'
		ELSE jsonb_build_object('ahead_by', extract(epoch FROM said - received_at)) END;
BEGIN
	PERFORM ensure_snapshot_days(body->'readings', received_at);

	SELECT * INTO device FROM devices WHERE ingest_key_hash = ingest_key FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN jsonb_build_object('outcome', 'unknown_key');
	END IF;
	-- A request newer than all before it, by a trusted clock, is new. An earlier attempt may have stored any other one,
	-- and its answer was lost. Looks back an hour, because with an untrusted clock the attempt used the database's time.
	IF said <= device.requested_at OR received_at <> said THEN
		PERFORM FROM snapshots s
		WHERE s.device_number = device.number AND s.request = request_id
			AND s.recorded_at >= least(said, received_at - limit_retry_hours() * interval '1 hour')
			AND s.recorded_at < greatest(said, received_at) + interval '1 second';
		IF FOUND THEN
			RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0, 'repeated', true)
				|| clock_error;
		END IF;
	END IF;
	-- Readings far from the receive time may get our time once the device's clock proves wrong. Their times then no longer
	-- show that they were sent again, and a stuck clock repeats its times. So their hash serves as a receipt.
	IF receipt IS NULL AND (
		SELECT abs(extract(epoch FROM received_at) - max((r->>'at')::bigint) / 1000000.0) >= limit_clock_lag_seconds_min()
		FROM jsonb_array_elements(body->'readings') AS r
	) THEN
		receipt := sha256(convert_to((body->'readings')::text, 'UTF8'));
		honored := limit_repeat_minutes() * interval '1 minute';
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt
			AND r.created_at > received_at - honored;
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created,
				'repeated', true) || clock_error;
		END IF;
	END IF;

	-- If an instance's clock is years ahead, the search above runs for the next hour's requests, and not forever.
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

-- Returns the time at which a request arrived: the instance's time unless the database's clock contradicts it. An
-- instance may be slightly ahead, and a statement may wait before it runs. Beyond these limits the instance's clock is
-- wrong, and the database's counts.
CREATE OR REPLACE FUNCTION trusted_time(said timestamptz) RETURNS timestamptz
LANGUAGE sql VOLATILE
-- A single expression without SET, so that PostgreSQL inlines it into the caller's statement. With a FROM, each post
-- would plan it.
RETURN CASE
	WHEN said > clock_timestamp() - limit_statement_wait_seconds() * interval '1 second'
		AND said < clock_timestamp() + limit_clock_ahead_ms() * interval '1 millisecond'
	THEN said
	ELSE clock_timestamp()
END;

-- Returns a body that repeats what a device sent when it was last seen, for an answer of "not modified". It leaves out
-- readings with times of their own, which are already stored.
CREATE OR REPLACE FUNCTION said_last(device devices) RETURNS jsonb
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT jsonb_build_object('faulty', '[]'::jsonb, 'readings', coalesce(jsonb_agg(jsonb_build_object(
		'key', s.key, 'unit', s.unit, 'state', s.is_state, 'value', device.latest_values[s.position])), '[]'))
	FROM sensors s WHERE s.device_id = device.id AND device.latest_at[s.position] = device.last_seen_at
$$;
