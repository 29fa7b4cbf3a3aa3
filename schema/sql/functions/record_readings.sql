-- One ingest, one call. Answers as store_readings does, or unknown_key; all but `stored` have written nothing.
-- What was stored comes with the facts that judging it needs.
CREATE OR REPLACE FUNCTION record_readings(
	ingest_key bytea, request bigint, now timestamptz, receipt bytea, sensors_max integer, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	device devices;
	known ingest_receipts;
	answer jsonb;
BEGIN
	PERFORM ensure_snapshot_days(body->'readings');
	PERFORM ensure_snapshot_day((now AT TIME ZONE 'UTC')::date);

	SELECT * INTO device FROM devices WHERE ingest_key_hash = ingest_key FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN jsonb_build_object('outcome', 'unknown_key');
	END IF;
	IF request = ANY (device.recent_requests) THEN
		RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0);
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt AND r.created_at > now - limit_idempotency_hours() * interval '1 hour';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created);
		END IF;
	END IF;

	device.recent_requests := (request || device.recent_requests)[1:limit_recent_requests_max()];
	answer := store_readings(device, now, sensors_max, body, true);
	IF answer->>'outcome' = 'too_many_sensors' THEN
		RAISE EXCEPTION 'too many sensors' USING ERRCODE = 'HW001';
	END IF;
	IF receipt IS NOT NULL AND answer->>'outcome' = 'stored' THEN
		INSERT INTO ingest_receipts (device_id, key_hash, readings, sensors_created, created_at)
		VALUES (
			device.id, receipt, (answer->>'readings')::smallint, (answer->>'sensors_created')::smallint, now)
		ON CONFLICT (device_id, key_hash) DO UPDATE SET
			readings = excluded.readings, sensors_created = excluded.sensors_created,
			created_at = excluded.created_at;
	END IF;
	RETURN answer;
END
$$;
