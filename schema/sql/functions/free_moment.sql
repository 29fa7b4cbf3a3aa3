-- The first moment at or after `at` at which the device has no snapshot: two requests never share one.
CREATE OR REPLACE FUNCTION free_moment(device integer, at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
	free timestamptz := at;
	taken timestamptz;
BEGIN
	-- Each turn leaves a whole millisecond behind that is taken up.
	LOOP
		SELECT max(s.recorded_at) INTO taken FROM snapshots s
		WHERE s.device_number = device AND s.recorded_at >= free
			AND s.recorded_at < free + interval '1 millisecond';
		IF taken IS NULL THEN
			RETURN free;
		END IF;
		free := taken + interval '1 microsecond';
	END LOOP;
END
$$;
