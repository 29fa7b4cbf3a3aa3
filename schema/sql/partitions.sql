-- The partitions of today and of the days to come. Every start and every hour's maintenance ask for them, so that the
-- first post of a day finds its own.
CREATE OR REPLACE FUNCTION ensure_days_ahead(now_at timestamptz) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	SELECT ensure_snapshot_day((now_at AT TIME ZONE 'UTC')::date + ahead)
	FROM generate_series(0, limit_days_ahead()) AS ahead
$$;

-- Makes the day's partition of snapshots where there is none yet. The clock and every start make those of the days to
-- come; a post makes one only for a reading of a day without any.
CREATE OR REPLACE FUNCTION ensure_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF to_regclass('snapshots_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
		PERFORM make_snapshot_day(day);
	END IF;
END
$$;

-- For the day of the receipt and of a moment later, where a burst's last moments belong; for the days of readings with times of
-- their own, and of these by our clock, should the device's be wrong. Like ensure_snapshot_day before the caller has locked
-- anything.
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

-- The one thing that a role which stores readings may make, with the rights of the tables' owner: a day's partition. It
-- is made beside the table and attached to it, which waits for nobody who reads or stores, and they don't wait for it:
-- only two that make partitions take turns. So the caller can't be part of a deadlock, whatever it locks before or
-- afterwards. It looks in the tables' schema alone, whatever the caller has made elsewhere.
CREATE OR REPLACE FUNCTION make_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
BEGIN
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

-- True where the day's partition of snapshots was empty and is gone. Who waits for the whole table makes everyone
-- behind them wait: after a second it is left to the next run.
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
	-- The table before its partition: the order in which a statement on the table takes them.
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

-- Makes the month's partitions of chunks of readings and of quarter hours where they are missing, as ensure_snapshot_day
-- makes a day's: beside their tables, so that nobody who reads or stores waits.
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

-- Drops the months of `parent` (history_chunks or history_15m_chunks) that end at or before `before`; answers how many.
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
