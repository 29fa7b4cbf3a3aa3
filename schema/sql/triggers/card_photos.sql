-- Its bytes stand in another store, which no statement reaches: housekeeping removes them there.
CREATE OR REPLACE TRIGGER card_photos_removed AFTER DELETE ON card_photos
FOR EACH ROW EXECUTE FUNCTION forget_photo();
