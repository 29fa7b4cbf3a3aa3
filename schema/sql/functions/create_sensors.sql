-- Sensors that a body names for the first time take the next places in the device's order.
-- The caller holds the device's row, so nobody else can take them. A sender has one scale: where the unit of one of its
-- bare temperatures is settled, so is that of a new one.
CREATE OR REPLACE FUNCTION create_sensors(device devices, now timestamptz, sent jsonb) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	created integer;
	-- Null where no bare temperature tells, or where several tell different things.
	witness text := (
		SELECT CASE WHEN count(DISTINCT known.unit) = 1 THEN min(known.unit) END
		FROM (
			SELECT s.unit FROM sensors s
			WHERE s.device_id = device.id AND s.kind = 'temperature' AND s.unit_source = 'settled'
			UNION ALL
			SELECT r->>'unit' FROM jsonb_array_elements(sent) AS r
			WHERE r->>'celsius' IS NOT NULL AND NOT r ? 'assumed') AS known);
BEGIN
	IF device.flat_temperature_unit = 'C' THEN
		witness := '°C';
	END IF;
	INSERT INTO sensors (id, device_id, position, key, label, kind, unit, unit_source, is_state, true_means, created_at)
	SELECT
		'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, limit_sensor_id_characters()),
		device.id,
		cardinality(device.latest_values) + row_number() OVER (ORDER BY first.ordinal),
		first.key, first.label, first.kind,
		CASE WHEN first.celsius IS NULL THEN first.unit
			WHEN device.flat_temperature_unit = 'C' THEN '°C'
			WHEN first.assumed THEN coalesce(witness, first.unit)
			ELSE first.unit END,
		CASE WHEN first.celsius IS NULL THEN 'sender'
			WHEN first.assumed AND witness IS NULL THEN 'assumed'
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
