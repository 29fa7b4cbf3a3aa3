-- Drops the months of history_15m that end at or before `before` and hold no row any more; answers how many. Who
-- waits for the whole table makes everyone behind them wait: what others hold is left to the next time.
CREATE OR REPLACE FUNCTION drop_empty_quarters(before date) RETURNS integer
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
