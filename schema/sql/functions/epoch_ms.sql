CREATE OR REPLACE FUNCTION epoch_ms(at timestamptz) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN extract(epoch FROM at)::float8 * 1000;
