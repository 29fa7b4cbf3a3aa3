CREATE OR REPLACE TRIGGER alert_states_looked_at AFTER INSERT OR UPDATE
ON alert_states FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
