-- Returns whether every value lies within its band. No value lies within a null band.
CREATE OR REPLACE FUNCTION is_within_deadband(sent float8[], low float8[], high float8[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	FOR place IN 1..cardinality(sent) LOOP
		IF (sent[place] >= low[place] AND sent[place] <= high[place]) IS NOT TRUE THEN
			RETURN false;
		END IF;
	END LOOP;
	RETURN true;
END
$$;

-- Stores the bands [{position, low, high}] in which no rule of a device's sensors changes its result. Skips them all if
-- something that rules depend on has changed since (`version`), and any band that the latest value has left.
CREATE OR REPLACE FUNCTION store_deadband(wanted text, version integer, bands jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	device devices;
	band record;
	none float8[];
BEGIN
	SELECT * INTO device FROM devices d WHERE d.id = wanted AND d.deadband_version = version FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	none := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
	device.deadband_low := coalesce(device.deadband_low, none);
	device.deadband_high := coalesce(device.deadband_high, none);
	FOR band IN SELECT * FROM jsonb_to_recordset(bands) AS b (position smallint, low float8, high float8) LOOP
		IF device.latest_values[band.position] BETWEEN band.low AND band.high THEN
			device.deadband_low[band.position] := band.low;
			device.deadband_high[band.position] := band.high;
		END IF;
	END LOOP;
	UPDATE devices SET deadband_low = device.deadband_low, deadband_high = device.deadband_high WHERE id = wanted;
END
$$;

-- Deletes the bands of a home's devices, or of one device, because something that their rules depend on has changed.
-- The new version keeps bands that were derived before from being stored. Locks by id, so that two calls never
-- deadlock.
CREATE OR REPLACE FUNCTION forget_deadband(home text, device text DEFAULT NULL) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	UPDATE devices SET deadband_low = NULL, deadband_high = NULL, body_shape = NULL, deadband_version = deadband_version + 1
	WHERE id IN (
		SELECT id FROM devices WHERE household_id = home AND (device IS NULL OR id = device)
		ORDER BY id FOR NO KEY UPDATE)
$$;
