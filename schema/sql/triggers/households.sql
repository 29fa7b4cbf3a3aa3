-- Whatever a tick goes by, but for readings: of those the ingest knows which it leaves to a tick. No column that an
-- ingest writes is named here.
CREATE OR REPLACE TRIGGER households_looked_at
AFTER INSERT OR UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until, latitude, longitude
ON households FOR EACH ROW EXECUTE FUNCTION look_at_household('id');
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/alerts/calm.
CREATE OR REPLACE TRIGGER households_disturb
AFTER UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until
ON households FOR EACH ROW EXECUTE FUNCTION disturb_home('id');
