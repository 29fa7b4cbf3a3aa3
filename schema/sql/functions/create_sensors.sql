-- Sensors that a body names for the first time take the next places in the device's order.
-- The caller holds the device's row, so nobody else can take them. A sender has one scale: where the unit of one of its
-- bare temperatures is settled, so is that of a new one; where none tells, the rooms of the home may.
CREATE OR REPLACE FUNCTION create_sensors(device devices, now timestamptz, sent jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	created integer := 0;
	first record;
	-- Null where no bare temperature tells, or where several tell different things.
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
	-- A row at a time: a cluster that spreads schemas passes no INSERT on that reads from jsonb_array_elements.
	FOR first IN
		SELECT named.* FROM (
			SELECT DISTINCT ON (r->>'key')
				r->>'key' AS key, r->>'label' AS label, r->>'kind' AS kind, r->>'unit' AS unit,
				r->>'celsius' AS celsius, coalesce((r->>'assumed')::boolean, false) AS assumed, r->>'means' AS true_means,
				(r->>'state')::boolean AS state, ordinal
			FROM jsonb_array_elements(sent) WITH ORDINALITY AS t (r, ordinal)
			ORDER BY r->>'key', ordinal
		) AS named
		WHERE NOT EXISTS (SELECT FROM sensors s WHERE s.device_id = device.id AND s.key = named.key)
		ORDER BY named.ordinal
	LOOP
		created := created + 1;
		INSERT INTO sensors (id, device_id, position, key, label, kind, unit, unit_source, is_state, true_means, created_at)
		VALUES (
			'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, limit_sensor_id_characters()),
			device.id,
			cardinality(device.latest_values) + created,
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
			now);
	END LOOP;
	RETURN created;
END
$$;
