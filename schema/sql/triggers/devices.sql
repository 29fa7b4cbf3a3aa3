CREATE OR REPLACE TRIGGER devices_looked_at AFTER INSERT OR UPDATE OF enabled, alert_settings
ON devices FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
