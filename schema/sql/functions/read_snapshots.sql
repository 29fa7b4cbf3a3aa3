-- The first `most` readings of some sensors with from_at <= time < to_at, or the last ones if newest_first. `places` is
-- a list of {place, deviceNumber, position}; readings of the same moment are in the order of `place`, and at after_at
-- only those behind after_place are taken. Time is read in slices: a page costs what it shows, not what is left.
CREATE OR REPLACE FUNCTION read_snapshots(places jsonb, device_numbers integer[], from_at timestamptz,
	to_at timestamptz, after_at timestamptz, after_place integer, newest_first boolean, most integer, slice interval)
RETURNS TABLE (place integer, recorded_at timestamptz, value float8)
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT
-- The planner leaves out the partitions of other days where it knows the slice.
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
	way integer := CASE WHEN newest_first THEN -1 ELSE 1 END;
	lower_at timestamptz;
	upper_at timestamptz;
	found integer;
BEGIN
	WHILE from_at < to_at AND most > 0 LOOP
		lower_at := CASE WHEN newest_first THEN greatest(from_at, to_at - slice) ELSE from_at END;
		upper_at := CASE WHEN newest_first THEN to_at ELSE least(to_at, from_at + slice) END;
		RETURN QUERY
		SELECT wanted.place, snapshot.recorded_at, snapshot."values"[wanted.position]
		FROM jsonb_to_recordset(places) AS wanted (place integer, "deviceNumber" integer, position smallint)
		JOIN snapshots snapshot ON snapshot.device_number = wanted."deviceNumber"
		WHERE snapshot.device_number = ANY (device_numbers)
			AND snapshot.recorded_at >= lower_at AND snapshot.recorded_at < upper_at
			AND snapshot."values"[wanted.position] IS NOT NULL
			AND (after_at IS NULL OR snapshot.recorded_at > after_at
				OR snapshot.recorded_at = after_at AND wanted.place > after_place)
		ORDER BY CASE WHEN newest_first THEN snapshot.recorded_at END DESC,
			CASE WHEN NOT newest_first THEN snapshot.recorded_at END, wanted.place * way
		LIMIT most;
		GET DIAGNOSTICS found = ROW_COUNT;
		most := most - found;
		IF newest_first THEN to_at := lower_at; ELSE from_at := upper_at; END IF;
		IF found > 0 THEN
			slice := slice * 2;
		ELSIF newest_first THEN
			-- The gap is passed over to the next snapshot before it: a slice later begins right behind that one.
			SELECT max(newest.at) + interval '1 microsecond' INTO to_at
			FROM unnest(device_numbers) AS device (number)
			CROSS JOIN LATERAL (
				SELECT max(snapshot.recorded_at) AS at FROM snapshots snapshot
				WHERE snapshot.device_number = device.number
					AND snapshot.recorded_at >= from_at AND snapshot.recorded_at < lower_at) AS newest;
		ELSE
			SELECT min(oldest.at) INTO from_at
			FROM unnest(device_numbers) AS device (number)
			CROSS JOIN LATERAL (
				SELECT min(snapshot.recorded_at) AS at FROM snapshots snapshot
				WHERE snapshot.device_number = device.number
					AND snapshot.recorded_at >= upper_at AND snapshot.recorded_at < to_at) AS oldest;
		END IF;
	END LOOP;
END
$$;
