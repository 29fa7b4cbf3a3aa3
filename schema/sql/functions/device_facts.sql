-- DeviceFacts of lib/alerts/facts.ts.
CREATE OR REPLACE FUNCTION device_facts(d devices) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object(
-- include fragments/device-facts.sql
);
