-- stored: function ingest_facts 57e51a3f64088f4e 69a14cec514c74c1
-- IngestFacts of the sensors at `positions`; `before` the latest values until then. On the hot path: its plans
-- are kept, and the device's row is the one at hand.
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
		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'unitSource', s.unit_source, 'isState', s.is_state,
		'trueMeans', coalesce(d.contact_true_means, s.true_means),
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before[s.position],
		-- Of several posts at once one is judged first, and may be the last of them: an episode that is open also asks what
		-- the sensor said before.
		'before', CASE WHEN EXISTS (
			SELECT FROM alert_states a
			WHERE a.household_id = d.household_id AND a.subject = s.id AND (a.state->>'open')::boolean
		) THEN (
			SELECT jsonb_build_object('value', earlier."values"[s.position], 'at', epoch_ms(earlier.recorded_at))
			FROM snapshots earlier
			WHERE earlier.device_number = d.number AND earlier.recorded_at < d.latest_at[s.position]
				AND earlier.recorded_at >= d.latest_at[s.position] - limit_usual_interval_seconds_max() * interval '1 second'
				AND earlier."values"[s.position] IS NOT NULL
			ORDER BY earlier.recorded_at DESC LIMIT 1) END)), '[]')
	INTO ids, watched FROM sensors s WHERE s.device_id = d.id AND s.position = ANY (positions);
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
	INTO rules FROM alert_rules r WHERE r.sensor_id = ANY (ids);
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
	INTO states FROM alert_states a
	WHERE a.household_id = d.household_id AND (
		a.subject = ANY (ids)
		-- What may speak for them, and the other rooms that end with them: lib/alerts/incident/owned.ts.
		OR a.kind IN ('incident', 'heating_stopped')
		OR (a.kind IN ('freeze', 'time_to_freeze') AND (a.state->>'open')::boolean)
		-- Water elsewhere, whatever device is there.
		OR (a.kind = 'leak' AND (a.state->>'open')::boolean)
		OR (starts_with(a.subject, 'vacation:') AND split_part(a.subject, ':', 2) = ANY (ids))
		OR (a.kind = 'rule' AND a.subject IN (SELECT r->>'id' FROM jsonb_array_elements(rules) AS r)));
	SELECT jsonb_build_object(
		'id', h.id, 'settings', h.alert_settings, 'quiet', jsonb_build_object(
			'snoozedUntil', epoch_ms(h.snoozed_until),
			'vacation', CASE WHEN h.vacation_since IS NOT NULL
				THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END)
	)
	INTO home FROM households h WHERE h.id = d.household_id;
	RETURN jsonb_build_object(
		'household', home, 'sensors', watched, 'rules', rules, 'states', states,
		'device', jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps),
		'rhythm', d.rhythm, 'batteryPct', d.battery_pct, 'rssi', d.rssi,
		'clockLags', to_jsonb(d.clock_lags), 'clockLagGaps', to_jsonb(d.clock_lag_gaps),
		'deadbandVersion', d.deadband_version, 'deadbandLow', to_jsonb(d.deadband_low)
		));
END
$$;
