-- Makes the month's partitions of chunks, of quarter hours and of their chunks where they are missing, as
-- ensure_snapshot_day makes a day's: beside their tables, so that nobody who reads or stores waits.
CREATE OR REPLACE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
	buckets_a_day integer := extract(epoch FROM interval '1 day') / (60 * limit_held_bucket_minutes());
	part record;
BEGIN
	FOR part IN SELECT * FROM (VALUES
		('history_chunks', first::text, next::text),
		('history_15m', ((first - 'epoch'::date) * buckets_a_day)::text, ((next - 'epoch'::date) * buckets_a_day)::text),
		('history_15m_months', first::text, next::text)
	) AS parts (parent, from_bound, to_bound)
	LOOP
		CONTINUE WHEN to_regclass(part.parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', part.parent);
		CONTINUE WHEN to_regclass(part.parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part.parent || '_' || suffix, part.parent);
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
			part.parent, part.parent || '_' || suffix, part.from_bound, part.to_bound);
	END LOOP;
END
$$;
