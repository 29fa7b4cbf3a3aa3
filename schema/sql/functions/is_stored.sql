-- Whether the request has been stored before, by an attempt whose answer was lost. An attempt under a clock that was not
-- to be trusted went by the database's: it may lie up to an hour back.
CREATE OR REPLACE FUNCTION is_stored(device integer, request_id integer, said timestamptz, received_at timestamptz)
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
	RETURN EXISTS (
		SELECT FROM snapshots s
		WHERE s.device_number = device AND s.request = request_id
			AND s.recorded_at >= least(said, received_at - limit_retry_hours() * interval '1 hour')
			AND s.recorded_at < greatest(said, received_at) + interval '1 second');
END
$$;
