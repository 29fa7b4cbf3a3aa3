-- Of the same act of one person, key or token in a home, so many rows an hour are written one by one. What comes after
-- them is counted in the newest of these: whoever repeats themselves hides nothing that others did.
CREATE OR REPLACE FUNCTION fold_activity() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  newest bigint;
  written bigint;
BEGIN
  SELECT count(*), max(id) INTO written, newest FROM (
    SELECT entry.id FROM activity entry
    WHERE entry.household_id = NEW.household_id AND entry.action = NEW.action
      AND entry.actor_type = NEW.actor_type AND entry.actor_id IS NOT DISTINCT FROM NEW.actor_id
      AND entry.at > NEW.at - interval '1 hour'
    ORDER BY entry.at DESC LIMIT limit_activity_same_per_hour()) lately;
  IF written < limit_activity_same_per_hour() THEN
    RETURN NEW;
  END IF;
  UPDATE activity SET
    details = details || jsonb_build_object('folded', coalesce((details ->> 'folded')::integer, 0) + 1,
      'folded_until', to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  WHERE id = newest;
  RETURN NULL;
END $$;
