-- Must be STABLE, as `date_part` is: PostgreSQL inlines no function that promises more than its body.
CREATE OR REPLACE FUNCTION epoch_ms(at timestamptz) RETURNS float8
LANGUAGE sql STABLE PARALLEL SAFE RETURN date_part('epoch', at) * 1000;

-- Returns the TickFacts of lib/alerts: the current facts of a whole household.
CREATE OR REPLACE FUNCTION tick_facts(wanted text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
	RETURN (
		SELECT jsonb_build_object(
			'household', jsonb_build_object(
-- include fragments/household-facts.sql
			),
			'place', CASE WHEN h.latitude IS NOT NULL AND h.longitude IS NOT NULL
				THEN jsonb_build_object('latitude', h.latitude, 'longitude', h.longitude) END,
			'devices', (
				SELECT coalesce(jsonb_agg(jsonb_build_object(
					'device', jsonb_build_object('failingFeed', (
						SELECT jsonb_build_object('since', epoch_ms(f.failing_since), 'failure', f.failure)
						FROM pull_feeds f WHERE f.device_id = d.id AND f.failing_since IS NOT NULL),
-- include fragments/device-facts.sql
					),
					'sensors', (
						SELECT coalesce(jsonb_agg(jsonb_build_object(
-- include fragments/sensor-facts.sql
							'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', NULL, 'deviceNumber', d.number)
							ORDER BY s.position), '[]')
						FROM sensors s WHERE s.device_id = d.id)
				) ORDER BY d.number), '[]')
				FROM devices d WHERE d.household_id = h.id),
			'rules', (
				SELECT coalesce(jsonb_agg(jsonb_build_object(
					'id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
				FROM alert_rules r WHERE r.household_id = h.id),
			'states', (
				SELECT coalesce(jsonb_agg(jsonb_build_object(
					'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
				FROM alert_states a WHERE a.household_id = h.id)
		)
		FROM households h WHERE h.id = wanted
	);
END
$$;

-- Returns the IngestFacts of the sensors at `positions`; `before` has the latest values before the post. This is the
-- hot path: plpgsql keeps the plans, and the device's row is passed in.
CREATE OR REPLACE FUNCTION ingest_facts(d devices, positions smallint[], before float8[]) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
	ids text[];
	watched jsonb;
	rules jsonb;
	states jsonb;
	home jsonb;
BEGIN
	SELECT coalesce(array_agg(s.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
-- include fragments/sensor-facts.sql
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before[s.position])), '[]')
	INTO ids, watched FROM sensors s WHERE s.device_id = d.id AND s.position = ANY (positions);
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
	INTO rules FROM alert_rules r WHERE r.sensor_id = ANY (ids);
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
	INTO states FROM alert_states a
	WHERE a.household_id = d.household_id AND (
		a.subject = ANY (ids)
		-- Alerts that may speak for these sensors, and rooms whose alerts end with them: lib/alerts/decide/speaks-for.ts.
		OR a.kind IN ('incident', 'heating_stopped')
		-- Open cold and water alerts of any device, and damp air anywhere if one of these sensors measures humidity.
		OR (a.kind IN ('freeze', 'time_to_freeze', 'leak') AND (a.state->>'open')::boolean)
		OR (a.kind = 'humidity' AND watched @> '[{"kind": "humidity"}]')
		OR (starts_with(a.subject, 'vacation:') AND split_part(a.subject, ':', 2) = ANY (ids))
		OR (a.kind = 'rule' AND a.subject IN (SELECT r->>'id' FROM jsonb_array_elements(rules) AS r)));
	SELECT jsonb_build_object(
-- include fragments/household-facts.sql
	)
	INTO home FROM households h WHERE h.id = d.household_id;
	RETURN jsonb_build_object(
		'household', home, 'sensors', watched, 'rules', rules, 'states', states,
		'device', jsonb_build_object(
-- include fragments/device-facts.sql
		));
END
$$;
