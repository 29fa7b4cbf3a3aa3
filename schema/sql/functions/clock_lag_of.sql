-- How far a device's clock is behind ours, where it is the clock that is wrong and not the readings that are old: at
-- four posts in a row. Readings keep the times that they came with; alerts are judged by when they were sent.
CREATE OR REPLACE FUNCTION clock_lag_of(d devices) RETURNS interval
LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN d.clock_lag_posts >= 3 THEN d.clock_lag * interval '1 second' ELSE interval '0' END
$$;
