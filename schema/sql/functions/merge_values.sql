CREATE OR REPLACE FUNCTION merge_values(stored float8[], sent float8[]) RETURNS float8[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
	SELECT array_agg(coalesce(pair.sent, pair.stored) ORDER BY pair.position)
	FROM unnest(merge_values.stored, merge_values.sent) WITH ORDINALITY AS pair (stored, sent, position)
);
