-- Whether names speak of a place that is warmer or colder than rooms are. Short words count alone, long ones anywhere.
CREATE OR REPLACE FUNCTION is_no_room(names text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
	SELECT EXISTS (
		SELECT FROM unnest(words_no_rooms()) AS word
		WHERE CASE WHEN length(word) > limit_short_word_letters() THEN position(word IN lower(names)) > 0
			ELSE word = ANY (regexp_split_to_array(lower(names), '[^[:alpha:]]+')) END)
$$;
