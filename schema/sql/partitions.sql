-- Creates the partitions of today and the next days. Every start and every hour's maintenance call it, so that the
-- first post of a day finds its partition.
CREATE OR REPLACE FUNCTION ensure_days_ahead(now_at timestamptz) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	SELECT ensure_snapshot_day((now_at AT TIME ZONE 'UTC')::date + ahead)
	FROM generate_series(0, limit_days_ahead()) AS ahead
$$;

-- Creates the day's partition of snapshots if it is missing. The clock and every start create those ahead; a post
-- creates one only for a reading of an earlier day.
CREATE OR REPLACE FUNCTION ensure_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF to_regclass('snapshots_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
		PERFORM make_snapshot_day(day);
	END IF;
END
$$;

-- Creates the partitions that a post may need: for the receive time and a second later (the end of a burst), for
-- readings with times of their own, and for these by our clock in case the device's is wrong. Like ensure_snapshot_day,
-- it must run before the caller locks anything.
CREATE OR REPLACE FUNCTION ensure_snapshot_days(readings jsonb, received_at timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM ensure_snapshot_day(days.day)
	FROM (
		SELECT DISTINCT (moment AT TIME ZONE 'UTC')::date AS day
		FROM (
			SELECT at, max(at) OVER () AS newest
			FROM jsonb_array_elements(readings) AS r
			CROSS JOIN LATERAL (SELECT timestamptz 'epoch' + (r->>'at')::bigint * interval '1 microsecond' AS at) AS own
			WHERE at IS NOT NULL
		) AS timed
		CROSS JOIN LATERAL (VALUES (at), (received_at - (newest - at))) AS stored (moment)
		WHERE moment >= received_at - limit_history_days_max() * interval '1 day'
		UNION
		SELECT (moment AT TIME ZONE 'UTC')::date
		FROM (VALUES (received_at), (received_at + interval '1 second')) AS receipt (moment)
	) AS days;
END
$$;

-- Creates a day's partition with the rights of the tables' owner, the only such right of a role that stores readings.
-- The new table is created apart and then attached, so readers and writers don't wait, and it doesn't wait for them.
-- Only two calls that create partitions take turns, so the caller can't deadlock, whatever it locks before or after.
-- The search_path is fixed, so that objects which the caller created elsewhere aren't used.
CREATE OR REPLACE FUNCTION make_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
BEGIN
	-- Also makes this session see what others have attached meanwhile.
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

-- Drops the day's partition of snapshots if it is empty. Returns true if the partition is gone. A wait for the table's
-- lock blocks everyone behind it, so after a second it is left to the next run.
CREATE OR REPLACE FUNCTION drop_snapshot_day(day date) RETURNS boolean
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
	is_used boolean;
BEGIN
	IF to_regclass(partition_name) IS NULL THEN
		RETURN true;
	END IF;
	PERFORM set_config('lock_timeout', limit_partition_lock_ms()::text, true);
	-- Locks the table before its partition, in the same order as statements on the table.
	LOCK TABLE ONLY snapshots IN ACCESS EXCLUSIVE MODE;
	IF to_regclass(partition_name) IS NULL THEN
		RETURN true;
	END IF;
	EXECUTE format('SELECT EXISTS (SELECT FROM %I)', partition_name) INTO is_used;
	IF NOT is_used THEN
		EXECUTE format('DROP TABLE %I', partition_name);
	END IF;
	RETURN NOT is_used;
EXCEPTION
	WHEN lock_not_available THEN
		RETURN false;
END
$$;

-- Creates the missing partitions of a month, for chunks of readings and of quarter hours. Like make_snapshot_day, it
-- attaches new tables, so that readers and writers don't wait.
CREATE OR REPLACE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
	parent text;
BEGIN
	FOREACH parent IN ARRAY '{history_chunks,history_15m_chunks}'::text[] LOOP
		CONTINUE WHEN to_regclass(parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
		CONTINUE WHEN to_regclass(parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', parent || '_' || suffix, parent);
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
			parent, parent || '_' || suffix, first, next);
	END LOOP;
END
$$;

-- Drops the months of `parent` (history_chunks or history_15m_chunks) that end at or before `before`; returns how many.
CREATE OR REPLACE FUNCTION drop_history_months(parent regclass, before date) RETURNS integer
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	child record;
	dropped integer := 0;
BEGIN
	PERFORM set_config('lock_timeout', limit_partition_lock_ms()::text, true);
	FOR child IN
		SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = parent
			AND to_date(substring(relname FROM '\d{6}$') || '01', 'YYYYMMDD') + interval '1 month' <= before
	LOOP
		EXECUTE format('DROP TABLE IF EXISTS %I', child.relname);
		dropped := dropped + 1;
	END LOOP;
	RETURN dropped;
EXCEPTION
	WHEN lock_not_available THEN
		RETURN 0;
END
$$;
