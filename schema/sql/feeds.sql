-- Records the polls of many feeds in one call. `results` is what lib/feeds/feeds.queries.ts writes:
--   [{number, household, feed, device, lease, at, state, body, etag, next_poll_at, retry_at}]
--     lease    the lease_until that the poller got: with any other one the feed is no longer its own
--     at       when the feed answered or failed; the receive time of its readings
--     state    ok | unchanged | a word of FEED_FAILURES
--     body     for store_readings if the state is ok
--     retry_at the next poll if this one failed, here or before
-- Returns a row for each feed that was still the poller's. `stored` is null if an earlier attempt recorded the poll.
CREATE OR REPLACE FUNCTION record_feeds(results jsonb)
RETURNS TABLE (result_number integer, failed_with text, stored integer)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	result record;
	device devices;
	feed pull_feeds;
	answer jsonb;
BEGIN
	PERFORM ensure_snapshot_days(r.body->'readings', r.at)
	FROM jsonb_to_recordset(results) AS r (at timestamptz, body jsonb);
	FOR result IN
		SELECT * FROM jsonb_to_recordset(results) AS r (
			number integer, household text, feed text, device text, lease timestamptz, at timestamptz, state text,
			body jsonb, etag text, next_poll_at timestamptz, retry_at timestamptz)
		-- One order for all, so that two pollers never deadlock.
		ORDER BY r.device
	LOOP
		SELECT * INTO device FROM devices d WHERE d.id = result.device FOR NO KEY UPDATE;
		SELECT * INTO feed FROM pull_feeds f
		WHERE f.household_id = result.household AND f.id = result.feed FOR NO KEY UPDATE;
		result_number := result.number;
		IF feed.last_polled_at = result.at AND feed.lease_until IS NULL THEN
			failed_with := feed.failure;
			stored := NULL;
			RETURN NEXT;
			CONTINUE;
		END IF;
		CONTINUE WHEN feed.lease_until IS DISTINCT FROM result.lease;
		failed_with := NULL;
		stored := 0;
		IF result.state IN ('ok', 'unchanged') THEN
			answer := store_readings(device, result.at, hashtext(result.at::text),
				CASE result.state WHEN 'ok' THEN result.body ELSE said_last(device) END);
			failed_with := CASE answer->>'outcome'
				WHEN 'stored' THEN NULL WHEN 'too_many_sensors' THEN 'too_large' ELSE 'no_readings' END;
			stored := coalesce((answer->>'readings')::integer, 0);
			IF (answer->>'sensors_created')::integer > 0 THEN
				UPDATE sensors s SET label = p.label, visible = p.visible FROM probes p
				WHERE p.household_id = feed.household_id AND p.feed_id = feed.id AND p.key = s.key
					AND s.device_id = device.id AND s.position > cardinality(device.latest_values);
			END IF;
		ELSE
			failed_with := result.state;
		END IF;
		UPDATE pull_feeds f SET
			lease_until = NULL,
			last_polled_at = result.at,
			last_ok_at = CASE WHEN failed_with IS NULL THEN result.at ELSE f.last_ok_at END,
			failure = failed_with,
			failing_since = CASE WHEN failed_with IS NOT NULL THEN coalesce(f.failing_since, result.at) END,
			failures_in_row = CASE WHEN failed_with IS NULL THEN 0 ELSE f.failures_in_row + 1 END,
			next_poll_at = CASE WHEN failed_with IS NULL THEN result.next_poll_at ELSE result.retry_at END,
			etag = CASE WHEN result.state = 'ok' AND failed_with IS NULL THEN result.etag ELSE f.etag END
		WHERE f.household_id = feed.household_id AND f.id = feed.id;
		RETURN NEXT;
	END LOOP;
END
$$;
