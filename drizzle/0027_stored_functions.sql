-- stored: function record_readings d46816c67c20666d b929ef46134957cf
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
		AND is_calm(sent, d.calm_low, d.calm_high)
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
-- stored: function record_usual_posts 9def056030b3bb8b eab899b3c903ad16
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
		AND is_calm(sent, d.calm_low, d.calm_high)
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
