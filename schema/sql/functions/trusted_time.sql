-- The time at which a request arrived: what the instance that took it says, while the database's own clock does not
-- contradict it. An instance may be a little ahead, and a statement may wait a while before it runs; beyond that the
-- instance's clock is wrong and the database's counts.
CREATE OR REPLACE FUNCTION trusted_time(said timestamptz) RETURNS timestamptz
LANGUAGE sql VOLATILE
-- One expression and no setting of its own: PostgreSQL writes it into the statement that asks, where a FROM would have
-- it planned at each post.
RETURN CASE
	WHEN said > clock_timestamp() - limit_statement_wait_seconds() * interval '1 second'
		AND said < clock_timestamp() + limit_clock_ahead_milliseconds() * interval '1 millisecond'
	THEN said
	ELSE clock_timestamp()
END;
