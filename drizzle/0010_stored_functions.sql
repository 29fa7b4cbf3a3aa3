-- stored: function forget_photo 8f071354ea17176a 19b4d247ed761ef4
CREATE OR REPLACE FUNCTION forget_photo() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO removed_objects (key, removed_at) VALUES ('photos/' || OLD.id, now())
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: trigger card_photos_removed 2ad069fcb0485e70 card_photos
-- Its bytes stand in another store, which no statement reaches: housekeeping removes them there.
CREATE OR REPLACE TRIGGER card_photos_removed AFTER DELETE ON card_photos
FOR EACH ROW EXECUTE FUNCTION forget_photo();
