CREATE OR REPLACE FUNCTION forget_photo() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO removed_objects (key, removed_at) VALUES ('photos/' || OLD.id, now())
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
