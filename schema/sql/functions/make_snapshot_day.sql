-- The one thing that a role which stores readings may make, with the rights of the tables' owner: a day's partition. It
-- is made beside the table and attached to it, which waits for nobody who reads or stores, and they don't wait for it:
-- only two that make partitions take turns. So the caller can't be part of a deadlock, whatever it locks before or
-- afterwards. It looks in its own schema alone, whatever that is called and whatever the caller has made elsewhere.
CREATE OR REPLACE FUNCTION make_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
	self oid;
BEGIN
	GET DIAGNOSTICS self = PG_ROUTINE_OID;
	PERFORM set_config('search_path', pronamespace::regnamespace || ', pg_temp', true) FROM pg_proc WHERE oid = self;
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
