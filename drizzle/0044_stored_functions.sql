-- stored: trigger pull_feeds_saved 9fd05a04227a73da pull_feeds
CREATE OR REPLACE TRIGGER pull_feeds_saved BEFORE UPDATE OF url, sealed_url, json_root, enabled ON pull_feeds
FOR EACH ROW
-- Not where a URL that stays as it is has been sealed: a save alone says when it was.
WHEN (NEW.updated_at <> OLD.updated_at OR NEW.sealed_url IS NOT DISTINCT FROM OLD.sealed_url)
EXECUTE FUNCTION forget_feed_polls();
