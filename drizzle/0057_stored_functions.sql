-- stored: function drop_empty_quarters 8b0fedf10fbcf9c0 414ede6aceefe315
-- Drops the months of history_15m that end at or before `before` and hold no row any more; answers how many. Who
-- waits for the whole table makes everyone behind them wait: what others hold is left to the next time.
CREATE OR REPLACE FUNCTION drop_empty_quarters(before date) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	child record;
	is_used boolean;
	dropped integer := 0;
BEGIN
	PERFORM set_config('lock_timeout', limit_lock_milliseconds()::text, true);
	FOR child IN
		SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = 'history_15m'::regclass
			AND to_date(substring(relname FROM '\d{6}$') || '01', 'YYYYMMDD') + interval '1 month' <= before
	LOOP
		-- The table before its partition: the order in which a statement on the table takes them.
		LOCK TABLE ONLY history_15m IN ACCESS EXCLUSIVE MODE;
		IF to_regclass(child.relname) IS NOT NULL THEN
			EXECUTE format('SELECT EXISTS (SELECT FROM %I)', child.relname) INTO is_used;
			IF NOT is_used THEN
				EXECUTE format('DROP TABLE %I', child.relname);
				dropped := dropped + 1;
			END IF;
		END IF;
	END LOOP;
	RETURN dropped;
EXCEPTION
	WHEN lock_not_available THEN
		RETURN 0;
END
$$;
--> statement-breakpoint
-- stored: function drop_history_months 8cd0998885257dd6 4bdf901c431bd41a
-- Drops the months of `parent` (history_chunks, history_15m or history_15m_months) that end at or before `before`;
-- answers how many.
CREATE OR REPLACE FUNCTION drop_history_months(parent regclass, before date) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	child record;
	dropped integer := 0;
BEGIN
	PERFORM set_config('lock_timeout', limit_lock_milliseconds()::text, true);
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
--> statement-breakpoint
-- stored: function ensure_history_month 79320d5c160e58b1 d40cab2ffc1c2130
-- The month's partitions of chunks, of quarter hours and of their chunks are made by whoever needs them first, before they have
-- locked anything.
CREATE OR REPLACE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
	buckets_a_day integer := extract(epoch FROM interval '1 day') / (60 * limit_held_bucket_minutes());
BEGIN
	IF to_regclass('history_chunks_' || suffix) IS NOT NULL AND to_regclass('history_15m_' || suffix) IS NOT NULL
		AND to_regclass('history_15m_months_' || suffix) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('history'));
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_chunks FOR VALUES FROM (%L) TO (%L)',
		'history_chunks_' || suffix, first, next);
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_15m FOR VALUES FROM (%s) TO (%s)',
		'history_15m_' || suffix, (first - 'epoch'::date) * buckets_a_day, (next - 'epoch'::date) * buckets_a_day);
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_15m_months FOR VALUES FROM (%L) TO (%L)',
		'history_15m_months_' || suffix, first, next);
END
$$;
