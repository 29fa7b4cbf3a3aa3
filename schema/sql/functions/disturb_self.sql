-- For a device's own row, before it is written.
CREATE OR REPLACE FUNCTION disturb_self() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	NEW.calm_low := NULL;
	NEW.calm_high := NULL;
	NEW.body_shape := NULL;
	NEW.calm_version := OLD.calm_version + 1;
	RETURN NEW;
END
$$;
