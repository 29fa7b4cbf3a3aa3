-- As before, and a reading that comes into a day that was rolled up takes the promise back that its buckets are
-- whole. The caller holds the device, as whoever gives the promise does. In plpgsql its statements are planned once.
CREATE OR REPLACE FUNCTION store_snapshot(device integer, at timestamptz, sent float8[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO snapshots (device_number, recorded_at, "values")
	VALUES (device, at, CASE WHEN array_position(sent, NULL) IS NULL THEN ARRAY(SELECT unnest(sent)) ELSE sent END)
	ON CONFLICT (device_number, recorded_at)
	DO UPDATE SET "values" = merge_values(snapshots."values", excluded."values");
	-- A sealed day keeps it: what comes into it all the same is told by the tiers when it is sealed too.
	DELETE FROM rolled_days
	WHERE device_number = device AND day = (at AT TIME ZONE 'UTC')::date AND NOT sealed;
END
$$;
