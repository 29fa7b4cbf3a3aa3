-- Of the next push devices after a number: what their sensors last said stood through a quarter hour, counted since
-- the epoch, in which they said nothing. Not where the device was not heard any more when it ended, nor of a value
-- that was stale by then. Once more for the same quarter changes nothing.
CREATE OR REPLACE FUNCTION hold_values(quarter integer, after_number integer, devices_max integer, stale_hours integer)
RETURNS TABLE (next_after integer, held integer)
LANGUAGE plpgsql SET search_path FROM CURRENT
-- A page is few rows of large tables: whatever reads a whole one is no help to all pages together.
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
	bucket interval := limit_held_bucket_minutes() * interval '1 minute';
	begins_at timestamptz := 'epoch'::timestamptz + quarter * bucket;
	ends_at timestamptz := begins_at + bucket;
	oldest_at timestamptz := ends_at - stale_hours * interval '1 hour';
BEGIN
	-- The next statement sees what a tick beside this one has held.
	PERFORM pg_advisory_xact_lock(hashtext('held_values'));
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
			SELECT h.from_bucket, h.to_bucket, h.value FROM held_values h
			WHERE h.device_number = silent.number AND h.position = s.position AND h.from_bucket <= quarter
			ORDER BY h.from_bucket DESC LIMIT 1) run ON true
	), longer AS (
		UPDATE held_values h SET to_bucket = quarter FROM placed
		WHERE placed.goes_on AND h.device_number = placed.number AND h.position = placed.position
			AND h.from_bucket = placed.from_bucket
	), begun AS (
		INSERT INTO held_values (device_number, from_bucket, to_bucket, position, value)
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
