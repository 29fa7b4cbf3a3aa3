CREATE OR REPLACE TRIGGER alert_states_looked_at AFTER INSERT OR UPDATE
ON alert_states FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/alerts/calm.
CREATE OR REPLACE TRIGGER alert_states_disturb AFTER INSERT OR UPDATE OR DELETE
ON alert_states FOR EACH ROW EXECUTE FUNCTION disturb_sensor('subject');
