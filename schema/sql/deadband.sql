-- Whether every value lies within its band; a band that is null has none.
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

-- Remembers the bands [{position, low, high}] of a device's sensors in which no rule moves, unless something that rules go
-- by has changed since they were derived (`version`), or a latest value has left its band.
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

-- What was known of calm devices is forgotten: something that their rules go by has changed. A band that is derived from
-- before carries the number of before, and is not stored any more. In one order, so that two never wait for each other.
CREATE OR REPLACE FUNCTION forget_deadband(home text, device text DEFAULT NULL) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	UPDATE devices SET deadband_low = NULL, deadband_high = NULL, body_shape = NULL, deadband_version = deadband_version + 1
	WHERE id IN (
		SELECT id FROM devices WHERE household_id = home AND (device IS NULL OR id = device)
		ORDER BY id FOR NO KEY UPDATE)
$$;
