-- Bound to the schema that it is installed in, whatever its name.
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION make_snapshot_day(date) SET search_path = %I, pg_temp', current_schema());
END
$$;
