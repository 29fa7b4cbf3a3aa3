-- A day's partition is made by whoever needs it first. Called before the caller has locked anything:
-- making a partition locks the whole table for a moment.
CREATE OR REPLACE FUNCTION ensure_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
BEGIN
	IF to_regclass(partition_name) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('snapshots'));
	EXECUTE format(
		'CREATE TABLE IF NOT EXISTS %I PARTITION OF snapshots FOR VALUES FROM (%L) TO (%L)',
		partition_name,
		to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00',
		to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00'
	);
END
$$;
