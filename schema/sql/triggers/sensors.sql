-- A name too: it says where the sensor is until its owner does.
CREATE OR REPLACE TRIGGER sensors_looked_at AFTER UPDATE OF kind, alert_settings, placement, label
ON sensors FOR EACH ROW EXECUTE FUNCTION look_at_sensor();
