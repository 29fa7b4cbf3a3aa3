-- For a row that names a sensor, or a rule over one, in the column of the first argument: disturbs the sensor's device.
CREATE OR REPLACE FUNCTION disturb_sensor() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	-- A vacation's own watch over a sensor is called after it.
	named text := regexp_replace(coalesce(to_jsonb(NEW), to_jsonb(OLD))->>TG_ARGV[0], '^vacation:', '');
	device devices;
BEGIN
	SELECT d.* INTO device FROM sensors s JOIN devices d ON d.id = s.device_id
	WHERE s.id = coalesce((SELECT r.sensor_id FROM alert_rules r WHERE r.id = named), named);
	IF FOUND THEN
		PERFORM forget_calm(device.household_id, device.id);
	END IF;
	RETURN NULL;
END
$$;
