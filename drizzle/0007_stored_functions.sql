-- stored: function make_snapshot_day 1b58ec7284bcaa9f 4ee458af05e27d68
-- The one thing that a role which stores readings may make, with the rights of the tables' owner: a day's partition. It
-- is made beside the table and attached to it, which waits for nobody who reads or stores, and they don't wait for it:
-- only two that make partitions take turns. So the caller can't be part of a deadlock, whatever it locks before or
-- afterwards.
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
--> statement-breakpoint
-- stored: function ensure_snapshot_day b427ae4622524d0b ddf3b8a8db337d82
-- Makes the day's partition of snapshots where there is none yet. The clock and every start make those of the days to
-- come; a post makes one only for a reading of a day without any.
CREATE OR REPLACE FUNCTION ensure_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	IF to_regclass('snapshots_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
		PERFORM make_snapshot_day(day);
	END IF;
END
$$;
