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
	PERFORM set_config('lock_timeout', limit_lock_milliseconds()::text, true);
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
