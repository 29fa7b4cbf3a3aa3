-- stored: function tick_facts 38157c77da390d3a 308dd77256423b08
-- TickFacts of lib/alerts: a whole household as it stands.
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
--> statement-breakpoint
-- stored: function offline_after feb29052f44f1ccc 7437395fe21a888c
-- How long a push device may be silent before it is offline: lib/devices/device.ts over what
-- lib/alerts/rhythm.ts learns from the seconds between its posts. A test holds the two together.
CREATE OR REPLACE FUNCTION offline_after(gaps integer[]) RETURNS interval
LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
DECLARE
	since_post integer := 0;
	apart integer[] := '{}';
	usual float8 := 60 * limit_usual_interval_minutes();
BEGIN
	FOR place IN REVERSE cardinality(gaps)..1 LOOP
		since_post := since_post + gaps[place];
		-- Posts closer than this are parts of one.
		IF since_post >= limit_burst_seconds() THEN
			apart := apart || since_post;
			since_post := 0;
		END IF;
	END LOOP;
	IF cardinality(apart) >= limit_usual_gaps_min() THEN
		SELECT least(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds), limit_usual_interval_seconds_max()) INTO usual
		FROM unnest(apart) AS post (seconds);
	END IF;
	RETURN greatest(limit_offline_intervals() * usual, 60 * limit_offline_minutes_min()) * interval '1 second';
END
$$;
