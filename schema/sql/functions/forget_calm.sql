-- What was known of calm devices is forgotten: something that their rules go by has changed. A band that is derived from
-- before carries the number of before, and is not stored any more. In one order, so that two never wait for each other.
CREATE OR REPLACE FUNCTION forget_calm(home text, device text DEFAULT NULL) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	UPDATE devices SET calm_low = NULL, calm_high = NULL, body_shape = NULL, calm_version = calm_version + 1
	WHERE id IN (
		SELECT id FROM devices WHERE household_id = home AND (device IS NULL OR id = device)
		ORDER BY id FOR NO KEY UPDATE)
$$;
