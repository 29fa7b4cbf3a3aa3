-- Whether every value lies within its band; a band that is null has none.
CREATE OR REPLACE FUNCTION is_calm(sent float8[], low float8[], high float8[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	FOR place IN 1..cardinality(sent) LOOP
		IF (sent[place] >= low[place] AND sent[place] <= high[place]) IS NOT TRUE THEN
			RETURN false;
		END IF;
	END LOOP;
	RETURN true;
END
$$;
