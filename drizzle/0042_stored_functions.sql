-- stored: function create_sensors 9b834da4e7e31003 64293d7893f3343e
-- Sensors that a body names for the first time take the next places in the device's order.
-- The caller holds the device's row, so nobody else can take them.
CREATE OR REPLACE FUNCTION create_sensors(device devices, now timestamptz, sent jsonb) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	created integer;
BEGIN
	INSERT INTO sensors (id, device_id, position, key, label, kind, unit, is_state, true_means, created_at)
	SELECT
		'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, limit_sensor_id_characters()),
		device.id,
		cardinality(device.latest_values) + row_number() OVER (ORDER BY first.ordinal),
		first.key, first.label, first.kind,
		CASE WHEN first.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN '°C' ELSE first.unit END,
		first.state OR first.kind = ANY (words_state_kinds()),
		first.true_means,
		now
	FROM (
		SELECT DISTINCT ON (r->>'key')
			r->>'key' AS key, r->>'label' AS label, r->>'kind' AS kind, r->>'unit' AS unit,
			r->>'celsius' AS celsius, r->>'means' AS true_means,
			(r->>'state')::boolean AS state, ordinal
		FROM jsonb_array_elements(sent) WITH ORDINALITY AS t (r, ordinal)
		ORDER BY r->>'key', ordinal
	) AS first
	WHERE NOT EXISTS (SELECT FROM sensors s WHERE s.device_id = device.id AND s.key = first.key);
	GET DIAGNOSTICS created = ROW_COUNT;
	RETURN created;
END
$$;
--> statement-breakpoint
-- stored: function ingest_facts 74e017f0a18d896c 69a14cec514c74c1
-- IngestFacts of the sensors at `positions`; `before` the latest values until then. On the hot path: its plans
-- are kept, and the device's row is the one at hand.
CREATE OR REPLACE FUNCTION ingest_facts(d devices, positions smallint[], before float8[]) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
DECLARE
	ids text[];
	watched jsonb;
	rules jsonb;
	states jsonb;
	home jsonb;
BEGIN
	SELECT coalesce(array_agg(s.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'trueMeans', coalesce(d.contact_true_means, s.true_means),
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before[s.position])), '[]')
	INTO ids, watched FROM sensors s WHERE s.device_id = d.id AND s.position = ANY (positions);
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
	INTO rules FROM alert_rules r WHERE r.sensor_id = ANY (ids);
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
	INTO states FROM alert_states a
	WHERE a.household_id = d.household_id AND (
		a.subject = ANY (ids)
		-- What may speak for them: see incident/owner.ts.
		OR a.kind IN ('incident', 'heating_stopped')
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
		'calmVersion', d.calm_version, 'calmLow', to_jsonb(d.calm_low)
		));
END
$$;
--> statement-breakpoint
-- stored: function sensor_facts b8aa5a21ee13932a 27b6bc518b75fd24
-- SensorFacts of lib/domain/alerts/facts.ts, by the device's clock; `before` is the latest value until the one at hand.
CREATE OR REPLACE FUNCTION sensor_facts(s sensors, d devices, before float8) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'trueMeans', coalesce(d.contact_true_means, s.true_means),
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before)
$$;
--> statement-breakpoint
-- stored: trigger devices_looked_at 354e64e9135fea2d devices
CREATE OR REPLACE TRIGGER devices_looked_at AFTER INSERT OR UPDATE OF enabled, alert_settings, contact_true_means
ON devices FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
--> statement-breakpoint
-- stored: trigger devices_disturb e18a3bfaa5a723f9 devices
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/domain/alerts/calm.
CREATE OR REPLACE TRIGGER devices_disturb
BEFORE UPDATE OF type, name, space, enabled, alert_settings, flat_temperature_unit, contact_true_means, household_id
ON devices FOR EACH ROW
WHEN ((OLD.type, OLD.name, OLD.space, OLD.enabled, OLD.alert_settings, OLD.flat_temperature_unit,
	OLD.contact_true_means, OLD.household_id)
	IS DISTINCT FROM
	(NEW.type, NEW.name, NEW.space, NEW.enabled, NEW.alert_settings, NEW.flat_temperature_unit,
	NEW.contact_true_means, NEW.household_id))
EXECUTE FUNCTION disturb_self();
