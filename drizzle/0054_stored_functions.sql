-- stored: function epoch_ms 0952a1561a90be6a 804c0051e952e6c7
-- It must not promise more than `date_part` does, which is stable: else it is called row by row, not inlined.
CREATE OR REPLACE FUNCTION epoch_ms(at timestamptz) RETURNS float8
LANGUAGE sql STABLE PARALLEL SAFE RETURN date_part('epoch', at) * 1000;
