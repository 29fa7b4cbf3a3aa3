-- The month's partitions of chunks, of quarter hours and of their chunks are made by whoever needs them first, before they have
-- locked anything.
CREATE OR REPLACE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
	buckets_a_day integer := extract(epoch FROM interval '1 day') / (60 * limit_held_bucket_minutes());
BEGIN
	IF to_regclass('history_chunks_' || suffix) IS NOT NULL AND to_regclass('history_15m_' || suffix) IS NOT NULL
		AND to_regclass('history_15m_months_' || suffix) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('history'));
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_chunks FOR VALUES FROM (%L) TO (%L)',
		'history_chunks_' || suffix, first, next);
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_15m FOR VALUES FROM (%s) TO (%s)',
		'history_15m_' || suffix, (first - 'epoch'::date) * buckets_a_day, (next - 'epoch'::date) * buckets_a_day);
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_15m_months FOR VALUES FROM (%L) TO (%L)',
		'history_15m_months_' || suffix, first, next);
END
$$;
