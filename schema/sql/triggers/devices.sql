CREATE OR REPLACE TRIGGER devices_looked_at AFTER INSERT OR UPDATE OF enabled, alert_settings, contact_true_means
ON devices FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
-- Whatever the rules of a sensor go by makes its calm band void: see record_readings, lib/alerts/calm.
CREATE OR REPLACE TRIGGER devices_disturb
BEFORE UPDATE OF type, name, space, enabled, alert_settings, flat_temperature_unit, contact_true_means, household_id
ON devices FOR EACH ROW
WHEN ((OLD.type, OLD.name, OLD.space, OLD.enabled, OLD.alert_settings, OLD.flat_temperature_unit,
	OLD.contact_true_means, OLD.household_id)
	IS DISTINCT FROM
	(NEW.type, NEW.name, NEW.space, NEW.enabled, NEW.alert_settings, NEW.flat_temperature_unit,
	NEW.contact_true_means, NEW.household_id))
EXECUTE FUNCTION disturb_self();
