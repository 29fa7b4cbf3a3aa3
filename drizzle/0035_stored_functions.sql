-- stored: function tick_facts 017b83487b882417 308dd77256423b08
-- TickFacts of lib/alerts: a whole household as it stands. Rows are named by their table's type: where Citus keeps a table,
-- a row has the type of the part that it lies in, and functions know only the whole.
CREATE OR REPLACE FUNCTION tick_facts(wanted text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
	RETURN (
		SELECT jsonb_build_object(
			'household', jsonb_build_object(
		'id', h.id, 'settings', h.alert_settings, 'quiet', jsonb_build_object(
			'snoozedUntil', epoch_ms(h.snoozed_until),
			'vacation', CASE WHEN h.vacation_since IS NOT NULL
				THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END)
			),
			'place', CASE WHEN h.latitude IS NOT NULL AND h.longitude IS NOT NULL
				THEN jsonb_build_object('latitude', h.latitude, 'longitude', h.longitude) END,
			'devices', (
				SELECT coalesce(jsonb_agg(jsonb_build_object(
					'device', device_facts(ROW(d.*)::devices) || jsonb_build_object('failingFeed', (
						SELECT jsonb_build_object('since', epoch_ms(f.failing_since), 'failure', f.failure)
						FROM pull_feeds f WHERE f.device_id = d.id AND f.failing_since IS NOT NULL)),
					'sensors', (
						SELECT coalesce(jsonb_agg(
							sensor_facts(ROW(s.*)::sensors, ROW(d.*)::devices, NULL) || jsonb_build_object(
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
END
$$;
