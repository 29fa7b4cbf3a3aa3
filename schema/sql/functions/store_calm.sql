-- Remembers the bands [{position, low, high}] of a device's sensors in which no rule moves, unless something that rules go
-- by has changed since they were derived (`version`), or a latest value has left its band.
CREATE OR REPLACE FUNCTION store_calm(wanted text, version integer, bands jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	device devices;
	band record;
	none float8[];
BEGIN
	SELECT * INTO device FROM devices d WHERE d.id = wanted AND d.calm_version = version FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	none := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
	device.calm_low := coalesce(device.calm_low, none);
	device.calm_high := coalesce(device.calm_high, none);
	FOR band IN SELECT * FROM jsonb_to_recordset(bands) AS b (position smallint, low float8, high float8) LOOP
		IF device.latest_values[band.position] BETWEEN band.low AND band.high THEN
			device.calm_low[band.position] := band.low;
			device.calm_high[band.position] := band.high;
		END IF;
	END LOOP;
	UPDATE devices SET calm_low = device.calm_low, calm_high = device.calm_high WHERE id = wanted;
END
$$;
