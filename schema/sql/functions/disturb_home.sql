-- For a row that names its home in the column of the first argument.
CREATE OR REPLACE FUNCTION disturb_home() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM forget_calm(coalesce(to_jsonb(NEW), to_jsonb(OLD))->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
