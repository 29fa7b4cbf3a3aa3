-- HouseholdFacts of lib/alerts/facts.ts.
CREATE OR REPLACE FUNCTION household_facts(wanted text) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
	SELECT jsonb_build_object(
-- include fragments/household-facts.sql
	)
	FROM households h WHERE h.id = wanted
);
