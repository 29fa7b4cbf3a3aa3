-- Drops the months of `parent` (history_chunks, history_15m or history_15m_months) that end at or before `before`;
-- answers how many.
CREATE OR REPLACE FUNCTION drop_history_months(parent regclass, before date) RETURNS integer
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
