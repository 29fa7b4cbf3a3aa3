-- The first argument names the column that holds the household.
CREATE OR REPLACE FUNCTION look_at_household() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM ask_for_look(to_jsonb(NEW)->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
