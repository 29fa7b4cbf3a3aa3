-- A drill's posts of one device, in their order. store_readings does with each what it does with a real one; then all of it
-- is undone within the same statement, so that nobody else ever sees any of it. Answers what it answered to each.
--   posts [{said, body}]  `body` as store_readings reads it, `said` the time at which it counts
CREATE OR REPLACE FUNCTION try_readings(of_device text, posts jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	post record;
	device devices;
	answers jsonb := '[]';
BEGIN
	-- The tables of days stay, as the clock would make them: undoing one would keep others waiting.
	PERFORM ensure_snapshot_day((p.said AT TIME ZONE 'UTC')::date)
	FROM jsonb_to_recordset(posts) AS p (said timestamptz);
	BEGIN
		FOR post IN SELECT * FROM jsonb_to_recordset(posts) AS p (said timestamptz, body jsonb) ORDER BY p.said LOOP
			SELECT * INTO device FROM devices d WHERE d.id = of_device FOR NO KEY UPDATE;
			EXIT WHEN NOT FOUND;
			answers := answers || jsonb_build_array(store_readings(device, post.said, 0, post.body, true));
		END LOOP;
		RAISE EXCEPTION 'a drill leaves nothing behind' USING ERRCODE = 'HW002';
	EXCEPTION WHEN SQLSTATE 'HW002' THEN
		NULL;
	END;
	RETURN answers;
END
$$;
