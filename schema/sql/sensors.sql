-- Creates the sensors that a body names for the first time, at the next positions of the device. The caller holds the
-- device's lock, so nobody else can take these positions. A sender uses one scale: if the unit of one of its unmarked
-- temperatures is settled, a new one gets the same. If none is, the home's rooms may show the unit.
CREATE OR REPLACE FUNCTION create_sensors(device devices, now timestamptz, sent jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	created integer;
	-- Null if no unmarked temperature reveals the unit, or if several reveal different units.
	witness text := (
		SELECT CASE WHEN count(DISTINCT known.unit) = 1 THEN min(known.unit) END
		FROM (
			SELECT s.unit FROM sensors s
			WHERE s.device_id = device.id AND s.kind = 'temperature' AND s.unit_source = 'settled'
			UNION ALL
			SELECT r->>'unit' FROM jsonb_array_elements(sent) AS r
			WHERE r->>'celsius' IS NOT NULL AND NOT r ? 'assumed') AS known);
	siblings text;
BEGIN
	IF device.flat_temperature_unit = 'C' THEN
		witness := '°C';
	END IF;
	IF witness IS NULL AND sent @> '[{"assumed": true}]' THEN
		siblings := coalesce(
			(SELECT min(s.unit) FROM sensors s WHERE s.device_id = device.id AND s.unit_source = 'siblings'),
			unit_of_siblings(device, now, sent));
	END IF;
	INSERT INTO sensors (id, device_id, position, key, label, kind, unit, unit_source, is_state, true_means, created_at)
	SELECT
		'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, limit_sensor_id_characters()),
		device.id,
		cardinality(device.latest_values) + row_number() OVER (ORDER BY first.ordinal),
		first.key, first.label, first.kind,
		CASE WHEN first.celsius IS NULL THEN first.unit
			WHEN device.flat_temperature_unit = 'C' THEN '°C'
			WHEN first.assumed THEN coalesce(witness, siblings, first.unit)
			ELSE first.unit END,
		CASE WHEN first.celsius IS NULL THEN 'sender'
			WHEN first.assumed AND witness IS NULL THEN CASE WHEN siblings IS NULL THEN 'assumed' ELSE 'siblings' END
			ELSE 'settled' END,
		first.state OR first.kind = ANY (words_state_kinds()),
		first.true_means,
		now
	FROM (
		SELECT DISTINCT ON (r->>'key')
			r->>'key' AS key, r->>'label' AS label, r->>'kind' AS kind, r->>'unit' AS unit,
			r->>'celsius' AS celsius, coalesce((r->>'assumed')::boolean, false) AS assumed, r->>'means' AS true_means,
			(r->>'state')::boolean AS state, ordinal
		FROM jsonb_array_elements(sent) WITH ORDINALITY AS t (r, ordinal)
		ORDER BY r->>'key', ordinal
	) AS first
	WHERE NOT EXISTS (SELECT FROM sensors s WHERE s.device_id = device.id AND s.key = first.key);
	GET DIAGNOSTICS created = ROW_COUNT;
	RETURN created;
END
$$;

-- Returns whether names mean a place that is warmer or colder than a room, or none. A short word must match a whole word,
-- a long one any part; the words have no accents.
CREATE OR REPLACE FUNCTION is_no_room(names text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
	SELECT EXISTS (
		SELECT FROM unnest(words_no_rooms()) AS word,
			lower(replace(regexp_replace(normalize(names, NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss')) AS plain
		WHERE CASE WHEN length(word) > limit_short_word_letters() THEN position(word IN plain) > 0
			ELSE word = ANY (regexp_split_to_array(plain, '[^[:alpha:]]+')) END)
$$;

-- Returns the unit in which a device's first unmarked temperatures match the home's rooms, as its other devices measure
-- them now in known units: close to a room in one unit, and far from all rooms in the other. Returns null if no unit
-- matches, if two values disagree, or for names that mean no room: a freezer, outdoors, a pipe.
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

-- Sets the unit of the device's sensors whose unit was assumed or taken from siblings. `named` is the key of the sensor
-- that revealed the unit, and gets `source`. Values are stored as sent, so only a sensor's unit says what they mean;
-- what was learned in another unit is deleted. The caller holds the device's lock.
CREATE OR REPLACE FUNCTION settle_units(device text, settled text, source text, named text) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	UPDATE sensors s SET
		unit = settled,
		unit_source = CASE WHEN s.key = named THEN source ELSE 'settled' END,
		placement_guess = CASE WHEN s.unit = settled THEN s.placement_guess END,
		week_floor = CASE WHEN s.unit = settled THEN s.week_floor END,
		week_floor_at = CASE WHEN s.unit = settled THEN s.week_floor_at END
	WHERE s.device_id = device AND s.unit_source IN ('assumed', 'siblings')
$$;
