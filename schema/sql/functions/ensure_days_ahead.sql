-- The partitions of today and of the days to come. Every start and every hour's maintenance ask for them, so that the
-- first post of a day finds its own.
CREATE OR REPLACE FUNCTION ensure_days_ahead(now_at timestamptz) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	SELECT ensure_snapshot_day((now_at AT TIME ZONE 'UTC')::date + ahead)
	FROM generate_series(0, limit_days_ahead()) AS ahead
$$;
