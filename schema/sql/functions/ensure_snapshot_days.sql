-- For the days of readings with times of their own. Like ensure_snapshot_day before the caller has locked anything.
CREATE OR REPLACE FUNCTION ensure_snapshot_days(readings jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM ensure_snapshot_day(days.day)
	FROM (
		SELECT DISTINCT ((timestamptz 'epoch' + (r->>'at')::bigint * interval '1 microsecond') AT TIME ZONE 'UTC')::date AS day
		FROM jsonb_array_elements(readings) AS r WHERE r->>'at' IS NOT NULL
	) AS days;
END
$$;
