-- What is stored keeps its values under the field's words. No rule moves by that, so that no home is due because of it.
ALTER TABLE alert_states DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE alert_states SET state = state - 'told' - 'calm'
	|| CASE WHEN state ? 'told' THEN jsonb_build_object('notified', state->'told') ELSE '{}' END
	|| CASE WHEN state ? 'calm' THEN jsonb_build_object('closing', state->'calm') ELSE '{}' END
WHERE state ?| ARRAY['told', 'calm'];--> statement-breakpoint
UPDATE alert_states SET state = state
	|| CASE WHEN state->'damp' ? 'toldAt' THEN jsonb_build_object('damp',
		(state->'damp') - 'toldAt' || jsonb_build_object('notifiedAt', state->'damp'->'toldAt')) ELSE '{}' END
	|| CASE WHEN state->'flapping' ? 'toldAt' THEN jsonb_build_object('flapping',
		(state->'flapping') - 'toldAt' || jsonb_build_object('notifiedAt', state->'flapping'->'toldAt')) ELSE '{}' END
	|| CASE WHEN state->'distrust' ? 'toldAt' THEN jsonb_build_object('distrust',
		(state->'distrust') - 'toldAt' || jsonb_build_object('notifiedAt', state->'distrust'->'toldAt')) ELSE '{}' END
WHERE state->'damp' ? 'toldAt' OR state->'flapping' ? 'toldAt' OR state->'distrust' ? 'toldAt';--> statement-breakpoint
ALTER TABLE alert_states ENABLE TRIGGER USER;--> statement-breakpoint
UPDATE findings SET finding = finding - 'heldBy' || jsonb_build_object('suppressedBy', finding->'heldBy')
WHERE finding ? 'heldBy';--> statement-breakpoint
ALTER TABLE household_looks RENAME TO household_checks;--> statement-breakpoint
ALTER TABLE household_checks RENAME CONSTRAINT household_looks_pkey TO household_checks_pkey;--> statement-breakpoint
ALTER TABLE household_checks RENAME CONSTRAINT household_looks_household_id_households_id_fk TO household_checks_household_id_households_id_fk;--> statement-breakpoint
ALTER INDEX household_looks_due RENAME TO household_checks_due;--> statement-breakpoint
ALTER TABLE held_values RENAME TO carried_values;--> statement-breakpoint
ALTER TABLE carried_values RENAME CONSTRAINT held_values_device_number_position_from_bucket_pk TO carried_values_device_number_position_from_bucket_pk;--> statement-breakpoint
ALTER TABLE devices RENAME COLUMN calm_low TO deadband_low;--> statement-breakpoint
ALTER TABLE devices RENAME COLUMN calm_high TO deadband_high;--> statement-breakpoint
ALTER TABLE devices RENAME COLUMN calm_version TO deadband_version;--> statement-breakpoint
ALTER TABLE findings RENAME COLUMN told_at TO notified_at;--> statement-breakpoint
ALTER TABLE escalation_steps RENAME COLUMN told_at TO notified_at;--> statement-breakpoint
ALTER TABLE escalation_steps RENAME COLUMN members_told TO members_notified;
