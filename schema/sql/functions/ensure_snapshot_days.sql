-- For the days of readings with times of their own. Like ensure_snapshot_day before the caller has locked anything.
CREATE OR REPLACE FUNCTION ensure_snapshot_days(readings jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM ensure_snapshot_day((to_timestamp(micros / 1e6) AT TIME ZONE 'UTC')::date)
	FROM (
		SELECT DISTINCT (r->>'at')::bigint / 86400000000 * 86400000000 AS micros
		FROM jsonb_array_elements(readings) AS r WHERE r->>'at' IS NOT NULL
	) AS days;
END
$$;
