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
