-- The device's sensors whose unit was assumed, or taken from siblings, have this one from now on; `named` is the one that gave it away, and has it
-- from `source`. Values are stored as they were sent, so that a sensor's unit alone tells what they mean; what was learned
-- of them in another unit is forgotten. The caller holds the device's row.
CREATE OR REPLACE FUNCTION settle_units(device text, settled text, source text, named text) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	UPDATE sensors s SET
		unit = settled,
		unit_source = CASE WHEN s.key = named THEN source ELSE 'settled' END,
		placement_guess = CASE WHEN s.unit = settled THEN s.placement_guess END,
		week_floor = CASE WHEN s.unit = settled THEN s.week_floor END,
		week_floor_at = CASE WHEN s.unit = settled THEN s.week_floor_at END,
		tau_hours = CASE WHEN s.unit = settled THEN s.tau_hours END
	WHERE s.device_id = device AND s.unit_source IN ('assumed', 'siblings')
$$;
