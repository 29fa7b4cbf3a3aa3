CREATE OR REPLACE FUNCTION forget_photo() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO removed_objects (key, removed_at) VALUES ('photos/' || OLD.id, now())
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
