CREATE OR REPLACE FUNCTION look_at_sensor() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM ask_for_look((SELECT household_id FROM devices WHERE id = NEW.device_id));
	RETURN NULL;
END
$$;
