-- TickFacts of lib/alerts/tick-facts.ts: a whole household as it stands.
CREATE OR REPLACE FUNCTION tick_facts(wanted text) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
	SELECT jsonb_build_object(
		'household', household_facts(h.id),
		'place', CASE WHEN h.latitude IS NOT NULL AND h.longitude IS NOT NULL
			THEN jsonb_build_object('latitude', h.latitude, 'longitude', h.longitude) END,
		'devices', (
			SELECT coalesce(jsonb_agg(jsonb_build_object(
				'device', device_facts(d) || jsonb_build_object('failingFeed', (
					SELECT jsonb_build_object('since', epoch_ms(f.failing_since), 'failure', f.failure)
					FROM pull_feeds f WHERE f.device_id = d.id AND f.failing_since IS NOT NULL)),
				'sensors', (
					SELECT coalesce(jsonb_agg(
						sensor_facts(s, d, NULL) || jsonb_build_object(
							'tauHours', s.tau_hours, 'deviceNumber', d.number, 'position', s.position)
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
