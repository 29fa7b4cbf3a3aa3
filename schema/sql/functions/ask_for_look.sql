-- Due at once, whatever the clock of who looks says.
CREATE OR REPLACE FUNCTION ask_for_look(wanted text) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	INSERT INTO household_looks (household_id, due_at) VALUES (wanted, 'epoch')
	ON CONFLICT (household_id) DO UPDATE SET due_at = 'epoch', asked = household_looks.asked + 1
$$;
