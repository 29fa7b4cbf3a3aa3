-- Whoever saves a feed, and however: it is polled afresh at the next tick, and what is being fetched from its
-- former address or root meanwhile is no longer wanted.
CREATE OR REPLACE FUNCTION forget_feed_polls() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	NEW.next_poll_at := 'epoch';
	NEW.failures_in_row := 0;
	NEW.failure := NULL;
	NEW.lease_until := NULL;
	NEW.etag := NULL;
	RETURN NEW;
END
$$;
