-- Stores one request's values for one moment, and never overwrites another request's. If the moment is taken, the
-- values get the next free one. Only if the device gave the time (`is_own_time`) and no value contradicts another, both
-- become one snapshot: repeated values change nothing, another sensor's are added. A reading for a rolled-up day
-- deletes the day's mark that its buckets are complete. The caller holds the device's lock, as the roll-up does. In
-- plpgsql, statements are planned once.
CREATE OR REPLACE FUNCTION store_snapshot(
	device integer, at timestamptz, sent float8[], request_id integer DEFAULT 0, is_own_time boolean DEFAULT true
) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	-- A full snapshot is stored without a null bitmap. An array that began as nulls would keep the bitmap's 8 bytes.
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
	DELETE FROM rolled_days WHERE device_number = device AND day = (at AT TIME ZONE 'UTC')::date;
END
$$;

-- Returns a moment at or after `at` from which the device has no snapshot for a millisecond: requests never share one.
CREATE OR REPLACE FUNCTION free_moment(device integer, at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
	free timestamptz := at;
	taken timestamptz;
BEGIN
	-- Each step moves past the last snapshot of the next millisecond.
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

CREATE OR REPLACE FUNCTION merge_values(stored float8[], sent float8[]) RETURNS float8[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
	SELECT array_agg(coalesce(pair.sent, pair.stored) ORDER BY pair.position)
	FROM unnest(merge_values.stored, merge_values.sent) WITH ORDINALITY AS pair (stored, sent, position)
);

-- Returns the snapshots with from_at <= time < to_at of those days of some devices whose buckets aren't in the tiers.
-- Devices with the same such days are read together. The planner skips the partitions of all other days: usually all but
-- today's, also if one of the devices was offline for a day.
CREATE OR REPLACE FUNCTION read_open_days(device_numbers integer[], from_at timestamptz, to_at timestamptz)
RETURNS TABLE (device_number integer, recorded_at timestamptz, said float8[])
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
	alike record;
BEGIN
	FOR alike IN
		SELECT array_agg(device.number) AS numbers, greatest(device.first_day AT TIME ZONE 'UTC', from_at) AS begins_at,
			least((device.last_day + interval '1 day') AT TIME ZONE 'UTC', to_at) AS ends_at
		FROM (
			SELECT asked.number, min(series.day) AS first_day, max(series.day) AS last_day
			FROM generate_series(
				greatest((SELECT before FROM sealed_days), (from_at AT TIME ZONE 'UTC')::date)::timestamp,
				to_at AT TIME ZONE 'UTC' - interval '1 microsecond', interval '1 day') AS series (day)
			CROSS JOIN unnest(device_numbers) AS asked (number)
			WHERE NOT EXISTS (
				SELECT FROM rolled_days rolled
				WHERE rolled.device_number = asked.number AND rolled.day = series.day::date)
			GROUP BY asked.number) device
		GROUP BY device.first_day, device.last_day
	LOOP
		-- Unpacks the values once instead of for every sensor.
		RETURN QUERY
		SELECT snapshot.device_number, snapshot.recorded_at, snapshot."values" || '{}'::float8[]
		FROM snapshots snapshot
		WHERE snapshot.device_number = ANY (alike.numbers)
			AND snapshot.recorded_at >= alike.begins_at AND snapshot.recorded_at < alike.ends_at
			AND NOT EXISTS (
				SELECT FROM rolled_days rolled
				WHERE rolled.device_number = snapshot.device_number
					AND rolled.day = (snapshot.recorded_at AT TIME ZONE 'UTC')::date);
	END LOOP;
END
$$;

-- Carries the latest values of the next push devices after a number through a quarter hour (counted since the epoch) in
-- which their sensors sent nothing. Skips devices that were offline at its end, and values that were stale by then.
-- Repeating it for the same quarter changes nothing.
CREATE OR REPLACE FUNCTION carry_forward(quarter integer, after_number integer, devices_max integer, stale_hours integer)
RETURNS TABLE (next_after integer, carried integer)
LANGUAGE plpgsql SET search_path FROM CURRENT
-- A page has few rows of large tables, so a join that reads a whole table is slower than all pages together.
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
	bucket interval := limit_carried_bucket_minutes() * interval '1 minute';
	begins_at timestamptz := 'epoch'::timestamptz + quarter * bucket;
	ends_at timestamptz := begins_at + bucket;
	oldest_at timestamptz := ends_at - stale_hours * interval '1 hour';
BEGIN
	-- Makes the next statement see what a concurrent tick has carried.
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
			-- The sensor has sent since: its value before that is in its history.
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
		-- Deleting a device locks it first, so no rows remain of a deleted one.
		FOR KEY SHARE OF d
	)
	SELECT CASE WHEN count(*) = devices_max THEN max(page.number) END, (SELECT count(*)::integer FROM placed)
	FROM page;
END
$$;
