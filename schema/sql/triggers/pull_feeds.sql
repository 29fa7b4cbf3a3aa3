CREATE OR REPLACE TRIGGER pull_feeds_saved BEFORE UPDATE OF url, json_root, enabled ON pull_feeds
FOR EACH ROW EXECUTE FUNCTION forget_feed_polls();
