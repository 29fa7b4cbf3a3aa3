-- SensorFacts of lib/alerts/facts.ts, by the device's clock; `before` is the latest value until the one at hand.
CREATE OR REPLACE FUNCTION sensor_facts(s sensors, d devices, before float8) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object(
-- include fragments/sensor-facts.sql
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before);
