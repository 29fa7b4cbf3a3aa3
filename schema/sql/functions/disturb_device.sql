-- For a sensor's row: a sensor that is gone is not found any more.
CREATE OR REPLACE FUNCTION disturb_device() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	owner text := coalesce(NEW.device_id, OLD.device_id);
BEGIN
	PERFORM forget_calm((SELECT d.household_id FROM devices d WHERE d.id = owner), owner);
	RETURN NULL;
END
$$;
