CREATE OR REPLACE TRIGGER sensors_looked_at AFTER UPDATE OF kind, alert_settings
ON sensors FOR EACH ROW EXECUTE FUNCTION look_at_sensor();
