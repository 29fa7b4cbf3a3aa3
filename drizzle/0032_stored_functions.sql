-- stored: function read_open_days 78e3f0ff5aa1f93c 4ec63aa8813b6b0c
-- The snapshots with from_at <= time < to_at of those days of some devices whose buckets do not stand in the tiers. The
-- planner leaves out the partitions before the first such day and behind the last: usually all but today's.
CREATE OR REPLACE FUNCTION read_open_days(device_numbers integer[], from_at timestamptz, to_at timestamptz)
RETURNS TABLE (device_number integer, recorded_at timestamptz, said float8[])
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
	begins_at timestamptz;
	ends_at timestamptz;
BEGIN
	SELECT min(series.day) AT TIME ZONE 'UTC', (max(series.day) + interval '1 day') AT TIME ZONE 'UTC'
	INTO begins_at, ends_at
	FROM generate_series(
		greatest((SELECT before FROM sealed_days), (from_at AT TIME ZONE 'UTC')::date)::timestamp,
		to_at AT TIME ZONE 'UTC' - interval '1 microsecond', interval '1 day') AS series (day)
	CROSS JOIN unnest(device_numbers) AS device (number)
	WHERE NOT EXISTS (
		SELECT FROM rolled_days rolled
		WHERE rolled.device_number = device.number AND rolled.day = series.day::date);
	begins_at := greatest(begins_at, from_at);
	ends_at := least(ends_at, to_at);
	-- The values are unpacked once, and not for every sensor.
	RETURN QUERY
	SELECT snapshot.device_number, snapshot.recorded_at, snapshot."values" || '{}'::float8[]
	FROM snapshots snapshot
	WHERE snapshot.device_number = ANY (device_numbers)
		AND snapshot.recorded_at >= begins_at AND snapshot.recorded_at < ends_at
		AND NOT EXISTS (
			SELECT FROM rolled_days rolled
			WHERE rolled.device_number = snapshot.device_number
				AND rolled.day = (snapshot.recorded_at AT TIME ZONE 'UTC')::date);
END
$$;
