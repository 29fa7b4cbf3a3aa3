-- stored: function limit_days_ahead 125d3e05c165a269 939a45855a73016d
CREATE OR REPLACE FUNCTION limit_days_ahead() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 2;
--> statement-breakpoint
-- stored: function ensure_snapshot_day 455dcd9b6411ec53 ddf3b8a8db337d82
-- Makes the day's partition of snapshots where there is none yet. The clock and every start make those of the days to
-- come; a post makes one only for a reading of a day without any. The partition is made beside the table and
-- attached to it, which waits for nobody who reads or stores, and they don't wait for it: only two that make
-- partitions take turns. So the caller can't be part of a deadlock, whatever it locks before or afterwards.
CREATE OR REPLACE FUNCTION ensure_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
BEGIN
	IF to_regclass(partition_name) IS NOT NULL THEN
		RETURN;
	END IF;
	-- Also tells this session what others have attached meanwhile.
	LOCK TABLE ONLY snapshots IN SHARE UPDATE EXCLUSIVE MODE;
	IF to_regclass(partition_name) IS NOT NULL THEN
		RETURN;
	END IF;
	EXECUTE format('CREATE TABLE %I (LIKE snapshots INCLUDING ALL)', partition_name);
	EXECUTE format(
		'ALTER TABLE snapshots ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
		partition_name,
		to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00',
		to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00'
	);
END
$$;
--> statement-breakpoint
-- stored: function ensure_days_ahead 1de9eb4b2d61ad3f b364252c362b7e16
-- The partitions of today and of the days to come. Every start and every hour's maintenance ask for them, so that the
-- first post of a day finds its own.
CREATE OR REPLACE FUNCTION ensure_days_ahead(now_at timestamptz) RETURNS void
LANGUAGE sql AS $$
	SELECT ensure_snapshot_day((now_at AT TIME ZONE 'UTC')::date + ahead)
	FROM generate_series(0, limit_days_ahead()) AS ahead
$$;
--> statement-breakpoint
-- stored: function ensure_history_month c0d89f2caf337795 d40cab2ffc1c2130
-- Makes the month's partitions of chunks, of quarter hours and of their chunks where they are missing, as
-- ensure_snapshot_day makes a day's: beside their tables, so that nobody who reads or stores waits.
CREATE OR REPLACE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
	buckets_a_day integer := extract(epoch FROM interval '1 day') / (60 * limit_held_bucket_minutes());
	part record;
BEGIN
	FOR part IN SELECT * FROM (VALUES
		('history_chunks', first::text, next::text),
		('history_15m', ((first - 'epoch'::date) * buckets_a_day)::text, ((next - 'epoch'::date) * buckets_a_day)::text),
		('history_15m_months', first::text, next::text)
	) AS parts (parent, from_bound, to_bound)
	LOOP
		CONTINUE WHEN to_regclass(part.parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', part.parent);
		CONTINUE WHEN to_regclass(part.parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part.parent || '_' || suffix, part.parent);
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
			part.parent, part.parent || '_' || suffix, part.from_bound, part.to_bound);
	END LOOP;
END
$$;
