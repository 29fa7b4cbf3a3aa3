-- A name too: it says where the sensor is until its owner does.
CREATE OR REPLACE TRIGGER sensors_looked_at AFTER UPDATE OF kind, alert_settings, placement, label, unit, unit_source
ON sensors FOR EACH ROW EXECUTE FUNCTION look_at_sensor();
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/alerts/calm.
CREATE OR REPLACE TRIGGER sensors_disturb AFTER INSERT OR DELETE OR UPDATE
ON sensors FOR EACH ROW EXECUTE FUNCTION disturb_device();
