-- A body that says once more what a device said when it was last seen, for an answer of "not modified". Readings
-- that had times of their own are not in it: they have been stored once and for all.
CREATE OR REPLACE FUNCTION said_last(device devices) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
	SELECT jsonb_build_object('faulty', '[]'::jsonb, 'readings', coalesce(jsonb_agg(jsonb_build_object(
		'key', s.key, 'unit', s.unit, 'state', s.is_state, 'value', device.latest_values[s.position])), '[]'))
	FROM sensors s WHERE s.device_id = device.id AND device.latest_at[s.position] = device.last_seen_at
);
