-- The hot row is rewritten at every post: room on its page keeps the update there.
ALTER TABLE "devices" SET (fillfactor = 70);
--> statement-breakpoint
CREATE FUNCTION merge_values(stored float8[], sent float8[]) RETURNS float8[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
	SELECT array_agg(coalesce(pair.sent, pair.stored) ORDER BY pair.position)
	FROM unnest(merge_values.stored, merge_values.sent) WITH ORDINALITY AS pair (stored, sent, position)
);
--> statement-breakpoint
-- A day's partition is made by whoever needs it first. Called before the caller has locked anything:
-- making a partition locks the whole table for a moment.
CREATE FUNCTION ensure_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
BEGIN
	IF to_regclass(partition_name) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('snapshots'));
	EXECUTE format(
		'CREATE TABLE IF NOT EXISTS %I PARTITION OF snapshots FOR VALUES FROM (%L) TO (%L)',
		partition_name,
		to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00',
		to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00'
	);
END
$$;
--> statement-breakpoint
CREATE FUNCTION store_snapshot(device integer, at timestamptz, sent float8[]) RETURNS void
LANGUAGE sql AS $$
	INSERT INTO snapshots (device_number, recorded_at, "values") VALUES (device, at, sent)
	ON CONFLICT (device_number, recorded_at)
	DO UPDATE SET "values" = merge_values(snapshots."values", excluded."values")
$$;
--> statement-breakpoint
-- Sensors that a body names for the first time take the next places in the device's order.
-- The caller holds the device's row, so nobody else can take them.
CREATE FUNCTION create_sensors(device devices, now timestamptz, sent jsonb) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	created integer;
BEGIN
	INSERT INTO sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
	SELECT
		'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, 24),
		device.id,
		cardinality(device.latest_values) + row_number() OVER (ORDER BY first.ordinal),
		first.key, first.label, first.kind,
		CASE WHEN first.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN '°C' ELSE first.unit END,
		first.state OR first.kind IN ('door', 'flood', 'motion'),
		now
	FROM (
		SELECT DISTINCT ON (r->>'key')
			r->>'key' AS key, r->>'label' AS label, r->>'kind' AS kind, r->>'unit' AS unit,
			r->>'celsius' AS celsius,
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
-- One ingest, one call. `body` is what lib/store/ingest.ts writes:
--   readings  [{key, label, kind, unit, value, state, at, other, celsius}]  ordered by `at`, null last
--     at      the reading's own time in epoch microseconds, null for the receive time
--     other   the same value in the other units of its quantity
--     celsius `other` if the device reads unmarked temperatures as °C; null where the unit is certain
--   battery, rssi, faulty [key]
-- Answers {outcome: stored | unknown_key | too_many_sensors | unit_mismatch, …}; all but `stored` have
-- written nothing.
CREATE FUNCTION record_readings(
	ingest_key bytea, request bigint, now timestamptz, receipt bytea, sensors_max integer, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	device devices;
	known ingest_receipts;
	reading record;
	received_at timestamptz;
	moment timestamptz;
	open_moment timestamptz;
	snapshot float8[];
	empty_snapshot float8[];
	reading_value float8;
	reading_unit text;
	other jsonb;
	missing boolean;
	mismatch jsonb;
	created integer := 0;
	stored integer := 0;
BEGIN
	PERFORM ensure_snapshot_day((to_timestamp(micros / 1e6) AT TIME ZONE 'UTC')::date)
	FROM (
		SELECT DISTINCT (r->>'at')::bigint / 86400000000 * 86400000000 AS micros
		FROM jsonb_array_elements(body->'readings') AS r WHERE r->>'at' IS NOT NULL
	) AS days;
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
		WHERE r.device_id = device.id AND r.key_hash = receipt AND r.created_at > now - interval '24 hours';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created);
		END IF;
	END IF;

	-- Requests that arrive together get moments of their own, so that none overwrites another's.
	received_at := CASE
		WHEN device.last_seen_at >= now AND device.last_seen_at < now + interval '1 second'
		THEN device.last_seen_at + interval '1 microsecond'
		ELSE now
	END;

	FOR attempt IN 1..2 LOOP
		missing := false;
		stored := 0;
		mismatch := NULL;
		open_moment := NULL;
		empty_snapshot := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
		FOR reading IN
			SELECT r.*, s.position, s.unit AS sensor_unit, s.is_state, s.faulty_at
			FROM jsonb_to_recordset(body->'readings') AS r (
				key text, unit text, value float8, state boolean, at bigint, other jsonb, celsius jsonb)
			LEFT JOIN sensors s ON s.device_id = device.id AND s.key = r.key
			ORDER BY r.at NULLS LAST
		LOOP
			IF reading.position IS NULL THEN
				missing := true;
				EXIT;
			END IF;
			reading_unit := reading.unit;
			other := reading.other;
			IF reading.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN
				reading_unit := '°C';
				other := reading.celsius;
			END IF;
			reading_value := reading.value;
			IF reading.state AND NOT reading.is_state THEN
				reading_value := NULL;
			ELSIF reading_unit <> reading.sensor_unit THEN
				reading_value := (other->>reading.sensor_unit)::float8;
			END IF;
			IF reading_value IS NULL THEN
				mismatch := jsonb_build_object(
					'key', reading.key, 'unit', reading_unit, 'sensor_unit', reading.sensor_unit);
				CONTINUE;
			END IF;
			moment := coalesce('epoch'::timestamptz + reading.at * interval '1 microsecond', received_at);
			IF moment IS DISTINCT FROM open_moment THEN
				IF open_moment IS NOT NULL THEN
					PERFORM store_snapshot(device.number, open_moment, snapshot);
				END IF;
				open_moment := moment;
				snapshot := empty_snapshot;
			END IF;
			snapshot[reading.position] := reading_value;
			IF device.latest_at[reading.position] IS NULL OR moment >= device.latest_at[reading.position] THEN
				device.latest_values[reading.position] := reading_value;
				device.latest_at[reading.position] := moment;
			END IF;
			IF reading.faulty_at IS NOT NULL THEN
				UPDATE sensors SET faulty_at = NULL WHERE device_id = device.id AND position = reading.position;
			END IF;
			stored := stored + 1;
		END LOOP;
		EXIT WHEN NOT missing;
		created := create_sensors(device, now, body->'readings');
		IF cardinality(device.latest_values) + created > sensors_max THEN
			RAISE EXCEPTION 'too many sensors' USING ERRCODE = 'HW001';
		END IF;
		device.latest_values := device.latest_values || array_fill(NULL::float8, ARRAY[created]);
		device.latest_at := device.latest_at || array_fill(NULL::timestamptz, ARRAY[created]);
	END LOOP;

	IF stored = 0 AND mismatch IS NOT NULL THEN
		RETURN jsonb_build_object('outcome', 'unit_mismatch') || mismatch;
	END IF;
	IF open_moment IS NOT NULL THEN
		PERFORM store_snapshot(device.number, open_moment, snapshot);
	END IF;
	IF jsonb_array_length(body->'faulty') > 0 THEN
		UPDATE sensors s SET faulty_at = now
		WHERE s.device_id = device.id AND s.faulty_at IS NULL
			AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty'));
	END IF;
	IF receipt IS NOT NULL THEN
		INSERT INTO ingest_receipts (device_id, key_hash, readings, sensors_created, created_at)
		VALUES (device.id, receipt, stored, created, now)
		ON CONFLICT (device_id, key_hash) DO UPDATE SET
			readings = excluded.readings, sensors_created = excluded.sensors_created,
			created_at = excluded.created_at;
	END IF;
	UPDATE devices SET
		last_seen_at = greatest(device.last_seen_at, received_at),
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = coalesce((body->>'battery')::real, device.battery_pct),
		rssi = coalesce((body->>'rssi')::real, device.rssi),
		recent_requests = (request || device.recent_requests)[1:4]
	WHERE id = device.id;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', stored, 'sensors_created', created);
END
$$;
