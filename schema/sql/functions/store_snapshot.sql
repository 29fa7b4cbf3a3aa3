-- Stores one request's values of one moment, and never over another's. A moment that is taken is left as it is, and these
-- values take the next free one. Only where the device gave the time (`is_own_time`) and the two do not contradict each
-- other are they one snapshot: what is sent once more is known, another sensor's value joins.
-- A reading that comes into a day that was rolled up takes the promise back that its buckets are whole. The caller
-- holds the device, as whoever gives the promise does. In plpgsql the statements are planned once.
CREATE OR REPLACE FUNCTION store_snapshot(
	device integer, at timestamptz, sent float8[], request_id integer DEFAULT 0, is_own_time boolean DEFAULT true
) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	-- A full snapshot is stored without a null bitmap: an array that began as nulls would keep its 8 bytes of one.
	full_values float8[] := CASE WHEN array_position(sent, NULL) IS NULL THEN ARRAY(SELECT unnest(sent)) ELSE sent END;
	joined timestamptz;
BEGIN
	INSERT INTO snapshots (device_number, request, recorded_at, "values") VALUES (device, request_id, at, full_values)
	ON CONFLICT (device_number, recorded_at) DO NOTHING;
	IF NOT FOUND THEN
		SELECT s.recorded_at INTO joined FROM snapshots s
		WHERE is_own_time AND s.device_number = device
			AND s.recorded_at >= at AND s.recorded_at < at + interval '1 millisecond'
			AND merge_values(s."values", sent) = merge_values(sent, s."values")
		ORDER BY s.recorded_at LIMIT 1;
		IF joined IS NULL THEN
			INSERT INTO snapshots (device_number, request, recorded_at, "values")
			VALUES (device, request_id, free_moment(device, at), full_values);
		ELSE
			UPDATE snapshots s SET "values" = merge_values(s."values", sent)
			WHERE s.device_number = device AND s.recorded_at = joined
				AND merge_values(s."values", sent) <> s."values";
		END IF;
	END IF;
	-- A sealed day keeps it: what comes into it all the same is told by the tiers when it is sealed too.
	DELETE FROM rolled_days
	WHERE device_number = device AND day = (at AT TIME ZONE 'UTC')::date AND NOT sealed;
END
$$;
