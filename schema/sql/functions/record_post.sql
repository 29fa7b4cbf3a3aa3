-- One ingest of any kind: what record_readings leaves to it. Answers as store_readings does, or unknown_key, or
-- rate_limited; all but `stored` have written nothing. What was stored comes with the facts that judging it needs;
-- `repeated` says that an earlier attempt stored it, `ahead_by` by how many seconds the instance's clock is wrong.
CREATE OR REPLACE FUNCTION record_post(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	device devices;
	known ingest_receipts;
	answer jsonb;
	resets_at timestamptz;
	received_at timestamptz := trusted_time(said);
	-- A repeated attempt is judged too, and no more by a wrong clock than the first.
	clock_error jsonb := CASE WHEN received_at = said THEN '{}'
		ELSE jsonb_build_object('ahead_by', extract(epoch FROM said - received_at)) END;
BEGIN
	PERFORM ensure_snapshot_days(body->'readings');
	PERFORM ensure_snapshot_day((received_at AT TIME ZONE 'UTC')::date);
	-- Where a burst's last moments belong.
	PERFORM ensure_snapshot_day(((received_at + interval '1 second') AT TIME ZONE 'UTC')::date);

	SELECT * INTO device FROM devices WHERE ingest_key_hash = ingest_key FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN jsonb_build_object('outcome', 'unknown_key');
	END IF;
	-- A request that is newer than all before it, by a clock to be trusted, has not been here.
	IF (said <= device.requested_at OR received_at <> said)
		AND is_stored(device.number, request_id, said, received_at) THEN
		RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0, 'repeated', true)
			|| clock_error;
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt
			AND r.created_at > received_at - limit_idempotency_hours() * interval '1 hour';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created,
				'repeated', true) || clock_error;
		END IF;
	END IF;

	-- The device's own minute begins with a post. What counts is the receive time: a stalled database counts no faster.
	IF device.window_at > received_at - limit_ingest_window_seconds() * interval '1 second'
		AND device.window_at < received_at + limit_statement_wait_seconds() * interval '1 second'
	THEN
		device.window_posts := device.window_posts + 1;
	ELSE
		device.window_at := received_at;
		device.window_posts := 1;
	END IF;
	resets_at := device.window_at + limit_ingest_window_seconds() * interval '1 second';
	IF device.window_posts > limit_ingest_per_minute() THEN
		RETURN jsonb_build_object('outcome', 'rate_limited', 'resets_in', extract(epoch FROM resets_at - received_at));
	END IF;

	-- An instance whose clock is years ahead makes the next hour's requests look for themselves, and no later ones.
	device.requested_at := least(greatest(device.requested_at, said),
		received_at + limit_retry_hours() * interval '1 hour');
	answer := store_readings(device, received_at, request_id, body, true);
	IF answer->>'outcome' = 'too_many_sensors' THEN
		RAISE EXCEPTION 'too many sensors' USING ERRCODE = 'HW001';
	END IF;
	IF receipt IS NOT NULL AND answer->>'outcome' = 'stored' THEN
		INSERT INTO ingest_receipts (device_id, key_hash, readings, sensors_created, created_at)
		VALUES (
			device.id, receipt, (answer->>'readings')::smallint, (answer->>'sensors_created')::smallint, received_at)
		ON CONFLICT (device_id, key_hash) DO UPDATE SET
			readings = excluded.readings, sensors_created = excluded.sensors_created,
			created_at = excluded.created_at;
	END IF;
	answer := answer || jsonb_build_object(
		'remaining', limit_ingest_per_minute() - device.window_posts,
		'resets_in', extract(epoch FROM resets_at - received_at));
	RETURN answer || clock_error;
END
$$;
