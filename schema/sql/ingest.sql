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
-- include fragments/usual-move.sql
	WHERE d.ingest_key_hash = ingest_key
-- include fragments/usual-post.sql
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
	DELETE FROM rolled_days r WHERE r.device_number = usual.number AND r.day = today;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', cardinality(sent), 'sensors_created', 0);
END
$$;

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
	honoured interval := limit_idempotency_hours() * interval '1 hour';
	answer jsonb;
	received_at timestamptz := trusted_time(said);
	-- A repeated attempt is judged too, and no more by a wrong clock than the first.
	clock_error jsonb := CASE WHEN received_at = said THEN '{}'
		ELSE jsonb_build_object('ahead_by', extract(epoch FROM said - received_at)) END;
BEGIN
	PERFORM ensure_snapshot_days(body->'readings', received_at);

	SELECT * INTO device FROM devices WHERE ingest_key_hash = ingest_key FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN jsonb_build_object('outcome', 'unknown_key');
	END IF;
	-- A request that is newer than all before it, by a clock to be trusted, has not been here. Any other may have been stored by
	-- an attempt whose answer was lost, and up to an hour back: under a clock not to be trusted it went by the database's.
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
	-- What comes late by its own times, or early, may have ours once its clock turns out to be wrong: they no longer tell that it is sent
	-- once more. A clock that sticks says the same later.
	IF receipt IS NULL AND (
		SELECT abs(extract(epoch FROM received_at) - max((r->>'at')::bigint) / 1000000.0) >= limit_clock_lag_seconds_min()
		FROM jsonb_array_elements(body->'readings') AS r
	) THEN
		receipt := sha256(convert_to((body->'readings')::text, 'UTF8'));
		honoured := limit_repeat_minutes() * interval '1 minute';
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt
			AND r.created_at > received_at - honoured;
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

-- The time at which a request arrived: what the instance that took it says, while the database's own clock does not
-- contradict it. An instance may be a little ahead, and a statement may wait a while before it runs; beyond that the
-- instance's clock is wrong and the database's counts.
CREATE OR REPLACE FUNCTION trusted_time(said timestamptz) RETURNS timestamptz
LANGUAGE sql VOLATILE
-- One expression and no setting of its own: PostgreSQL writes it into the statement that asks, where a FROM would have
-- it planned at each post.
RETURN CASE
	WHEN said > clock_timestamp() - limit_statement_wait_seconds() * interval '1 second'
		AND said < clock_timestamp() + limit_clock_ahead_ms() * interval '1 millisecond'
	THEN said
	ELSE clock_timestamp()
END;

-- A body that says once more what a device said when it was last seen, for an answer of "not modified". Readings
-- that had times of their own are not in it: they have been stored once and for all.
CREATE OR REPLACE FUNCTION said_last(device devices) RETURNS jsonb
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT jsonb_build_object('faulty', '[]'::jsonb, 'readings', coalesce(jsonb_agg(jsonb_build_object(
		'key', s.key, 'unit', s.unit, 'state', s.is_state, 'value', device.latest_values[s.position])), '[]'))
	FROM sensors s WHERE s.device_id = device.id AND device.latest_at[s.position] = device.last_seen_at
$$;
