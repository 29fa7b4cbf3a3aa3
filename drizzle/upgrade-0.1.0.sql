-- Turns the tables of 0.1.0 into those of the baseline, in place of it. Stored functions are made anew afterwards.
DO $$
DECLARE
	statement text;
BEGIN
	FOR statement IN
		SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass)
		FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
		WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal AND tgparentid = 0
	LOOP
		EXECUTE statement;
	END LOOP;
	SELECT 'DROP FUNCTION ' || string_agg(oid::regprocedure::text, ', ') INTO statement
	FROM pg_proc
	WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
		AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e');
	IF statement IS NOT NULL THEN
		EXECUTE statement;
	END IF;
END
$$;
DROP TABLE IF EXISTS freeze_forecasts, departures, recovery_codes, evidence_documents, evidence_keys, drill_messages, drills,
	sign_in_failures, network_pace;
ALTER TABLE devices DROP COLUMN IF EXISTS window_at, DROP COLUMN IF EXISTS window_posts, DROP COLUMN IF EXISTS rhythm;
ALTER TABLE sensors DROP COLUMN IF EXISTS tau_hours;
ALTER TABLE pull_feeds DROP COLUMN IF EXISTS is_slow;
ALTER TABLE sign_in_challenges DROP COLUMN IF EXISTS ip;
DROP INDEX IF EXISTS activity_reveals;
ALTER TABLE users DROP COLUMN IF EXISTS passkey_required, ADD COLUMN IF NOT EXISTS name text;
-- Those that opened by themselves: nothing would end them.
DELETE FROM status_incidents WHERE subject IS NOT NULL;
DROP INDEX IF EXISTS status_incidents_open;
ALTER TABLE status_incidents DROP COLUMN IF EXISTS subject;
-- History becomes chunks of days: local/postgres/upgrade-0.1.0-history.ts moves it, and drops the tables that these replace.
CREATE TABLE history_15m_chunks (LIKE history_chunks INCLUDING ALL) PARTITION BY RANGE (day);
CREATE TABLE history_1h_chunks (LIKE history_chunks INCLUDING ALL);
ALTER TABLE history_1d DROP COLUMN low_at, DROP COLUMN high_at;
ALTER TABLE rolled_days DROP COLUMN sealed;
ALTER TABLE sealed_days DROP COLUMN months_before;
-- A reason of before there were codes: its week is studied again within a day.
UPDATE sensors SET placement_guess = NULL WHERE jsonb_typeof(placement_guess->'reason') = 'string';
