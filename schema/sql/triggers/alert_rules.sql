CREATE OR REPLACE TRIGGER alert_rules_looked_at AFTER INSERT OR UPDATE
ON alert_rules FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
