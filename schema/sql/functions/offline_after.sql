-- How long a push device may be silent before it is offline: lib/devices/device.ts over what
-- lib/alerts/usual-interval.ts learns from the seconds between its posts. A test holds the two together.
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
