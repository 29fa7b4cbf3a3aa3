-- In which unit a device's first bare temperatures agree with the rooms of its home, as its other devices measure them now
-- in units that are known: in one unit a number is as warm as one of the rooms, in the other far from all of them. Null
-- where none is, where two numbers tell different things, and for whatever is named as no room: a freezer, outdoors, a pipe.
CREATE OR REPLACE FUNCTION unit_of_siblings(device devices, now timestamptz, sent jsonb) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	WITH rooms AS (
		SELECT CASE s.unit WHEN '°F' THEN (d.latest_values[s.position] - limit_freezing_fahrenheit()) / limit_fahrenheit_per_kelvin()
			ELSE d.latest_values[s.position] END AS celsius
		FROM devices d JOIN sensors s ON s.device_id = d.id
		WHERE d.household_id = device.household_id AND d.id <> device.id AND d.enabled
			AND s.kind = 'temperature' AND s.unit IN ('°F', '°C') AND s.unit_source IN ('sender', 'settled')
			AND s.faulty_at IS NULL AND s.fault IS NULL
			AND coalesce(s.placement, 'room') IN ('room', 'bathroom', 'kitchen')
			AND NOT is_no_room(concat_ws(' ', d.name, d.space, s.label, s.key))
			AND d.latest_at[s.position] > now - limit_sibling_hours() * interval '1 hour'
	), told AS (
		SELECT CASE
			WHEN as_celsius.nearest <= limit_sibling_near_kelvin() AND as_fahrenheit.nearest >= limit_sibling_far_kelvin()
				THEN '°C'
			WHEN as_fahrenheit.nearest <= limit_sibling_near_kelvin() AND as_celsius.nearest >= limit_sibling_far_kelvin()
				THEN '°F' END AS unit
		FROM jsonb_array_elements(sent) AS r
			CROSS JOIN LATERAL (
				SELECT min(abs((r->>'value')::float8 - celsius)) AS nearest FROM rooms) AS as_celsius
			CROSS JOIN LATERAL (
				SELECT min(abs(((r->>'value')::float8 - limit_freezing_fahrenheit()) / limit_fahrenheit_per_kelvin() - celsius)) AS nearest FROM rooms) AS as_fahrenheit
		WHERE (r->>'assumed')::boolean
			AND NOT is_no_room(concat_ws(' ', device.name, device.space, r->>'label', r->>'key')))
	SELECT CASE WHEN count(DISTINCT unit) = 1 THEN min(unit) END FROM told
$$;
