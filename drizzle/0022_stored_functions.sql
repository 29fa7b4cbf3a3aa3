-- stored: function limit_fahrenheit_per_kelvin 1759095afcdd135d d7f9affabe3c021f
CREATE OR REPLACE FUNCTION limit_fahrenheit_per_kelvin() RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1.8;
--> statement-breakpoint
-- stored: function limit_freezing_fahrenheit ea760036ad9151e3 84b8207660a11c53
CREATE OR REPLACE FUNCTION limit_freezing_fahrenheit() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 32;
--> statement-breakpoint
-- stored: function limit_short_word_letters 0cd221a9e0007abf 9c65e54f378a0054
CREATE OR REPLACE FUNCTION limit_short_word_letters() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 4;
--> statement-breakpoint
-- stored: function limit_sibling_far_kelvin 777be5411d5e07e6 ca1c2ea3cdb9a080
CREATE OR REPLACE FUNCTION limit_sibling_far_kelvin() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 10;
--> statement-breakpoint
-- stored: function limit_sibling_hours 035d556979b17c6e c4f91ed5ff839f18
CREATE OR REPLACE FUNCTION limit_sibling_hours() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 3;
--> statement-breakpoint
-- stored: function limit_sibling_near_kelvin a0f54ede465a477a fb08023575df3dd7
CREATE OR REPLACE FUNCTION limit_sibling_near_kelvin() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 3;
--> statement-breakpoint
-- stored: function words_no_rooms a895973f3c14ee90 26d03d7f0896dde6
CREATE OR REPLACE FUNCTION words_no_rooms() RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY['pipe', 'pipes', 'piping', 'plumbing', 'plumber', 'water', 'waterline', 'sink', 'faucet', 'tap', 'taps', 'spigot', 'hydrant', 'sprinkler', 'hose', 'bib', 'bibb', 'valve', 'wall', 'walls', 'well', 'wellhouse', 'pumphouse', 'boiler', 'cistern', 'standpipe', 'meter', 'rohr', 'rohre', 'leitung', 'wasserleitung', 'wasserhahn', 'wasserzahler', 'pumpenhaus', 'brunnen', 'tuyau', 'tuyaux', 'robinet', 'plomberie', 'eau', 'tuberia', 'tuberias', 'agua', 'grifo', 'fontaneria', 'tubo', 'tubi', 'tubatura', 'tubazione', 'acqua', 'rubinetto', 'cano', 'canos', 'encanamento', 'torneira', 'waterleiding', 'leiding', 'kraan', 'watermeter', 'vattenror', 'ror', 'vatten', 'vannror', 'vannledning', 'vand', 'vandror', 'putki', 'vesiputki', 'vesi', 'rura', 'rury', 'woda', 'kran', 'potrubi', 'trubka', 'voda', 'vodovod', 'труба', 'трубы', 'вода', 'водопровод', 'кран', 'boru', 'borusu', 'musluk', '水道', '水道管', '配管', '蛇口', '水管', '水龙头', '수도', '배관', '수도관', 'freezer', 'freezers', 'deepfreeze', 'deepfreezer', 'icebox', 'gefrierschrank', 'gefriertruhe', 'gefrierfach', 'gefrierer', 'tiefkuhler', 'tiefkuhltruhe', 'tiefkuhlschrank', 'kuhltruhe', 'congelador', 'congelateur', 'congelatore', 'arca', 'vriezer', 'diepvries', 'vrieskist', 'frys', 'frysbox', 'fryser', 'pakastin', 'zamrazarka', 'mrazak', 'mraznicka', 'морозилка', 'морозильник', 'dondurucu', '冷凍庫', '冷凍', '冷冻', '冰柜', '냉동고', '냉동', 'fridge', 'fridges', 'refrigerator', 'refrigerators', 'minifridge', 'kuhlschrank', 'frigo', 'refrigerador', 'frigorifero', 'frigorifico', 'refrigerateur', 'nevera', 'heladera', 'geladeira', 'koelkast', 'kyl', 'kylskap', 'kjoleskap', 'koleskab', 'jaakaappi', 'lodowka', 'lednice', 'chladnicka', 'холодильник', 'buzdolabi', '冷蔵庫', '冷蔵', '冰箱', '냉장고', 'greenhouse', 'glasshouse', 'polytunnel', 'hothouse', 'coldframe', 'gewachshaus', 'treibhaus', 'serre', 'serra', 'invernadero', 'kas', 'broeikas', 'vaxthus', 'drivhus', 'kasvihuone', 'szklarnia', 'sklenik', 'теплица', 'sera', '温室', '온실', 'crawl', 'crawlspace', 'attic', 'garage', 'garages', 'shed', 'barn', 'carport', 'outbuilding', 'unheated', 'dachboden', 'speicher', 'schuppen', 'scheune', 'grenier', 'cabanon', 'garaje', 'desvan', 'trastero', 'garagem', 'soffitta', 'zolder', 'schuur', 'vind', 'garaget', 'ullakko', 'autotalli', 'strych', 'garaz', 'puda', 'kulna', 'гараж', 'чердак', 'сарай', 'garaj', 'cati', '車庫', 'ガレージ', '物置', '车库', '阁楼', '차고', '다락', 'outdoor', 'outdoors', 'outside', 'exterior', 'external', 'balcony', 'terrace', 'patio', 'aussen', 'draussen', 'aussentemperatur', 'balkon', 'terrasse', 'exterieur', 'dehors', 'balcon', 'fuera', 'terraza', 'esterno', 'fuori', 'balcone', 'terrazza', 'balcao', 'varanda', 'terraco', 'buiten', 'terras', 'ute', 'utomhus', 'balkong', 'altan', 'utendors', 'ude', 'ulkona', 'parveke', 'zewnatrz', 'balkonowy', 'venku', 'balkonek', 'улица', 'балкон', 'терраса', 'disari', '屋外', '外気', 'ベランダ', 'バルコニー', '室外', '阳台', '실외', '베란다', '발코니'];
--> statement-breakpoint
-- stored: function is_no_room 4a1452754efcf2b0 34174d674ae6af81
-- Whether names speak of a place that is warmer or colder than rooms are. Short words count alone, long ones anywhere.
CREATE OR REPLACE FUNCTION is_no_room(names text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
	SELECT EXISTS (
		SELECT FROM unnest(words_no_rooms()) AS word
		WHERE CASE WHEN length(word) > limit_short_word_letters() THEN position(word IN lower(names)) > 0
			ELSE word = ANY (regexp_split_to_array(lower(names), '[^[:alpha:]]+')) END)
$$;
--> statement-breakpoint
-- stored: function unit_of_siblings 0a9a6456e7bd90ec fb4557b0d38b9982
-- In which unit a device's first bare temperatures agree with the rooms of its home, as its other devices measure them now
-- in units that are known: in one unit a number is as warm as one of the rooms, in the other far from all of them. Null
-- where none is, where two numbers tell different things, and for whatever is named as no room: a freezer, outdoors, a pipe.
CREATE OR REPLACE FUNCTION unit_of_siblings(device devices, now timestamptz, sent jsonb) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	WITH rooms AS (
		SELECT CASE s.unit WHEN '°F' THEN (d.latest_values[s.position] - limit_freezing_fahrenheit()) / limit_fahrenheit_per_kelvin()
			ELSE d.latest_values[s.position] END AS celsius
		FROM devices d JOIN sensors s ON s.device_id = d.id
		WHERE d.household_id = device.household_id AND d.id <> device.id AND d.enabled
			AND s.kind = 'temperature' AND s.unit IN ('°F', '°C') AND s.unit_source IN ('sender', 'settled')
			AND s.faulty_at IS NULL AND s.fault IS NULL
			AND coalesce(s.placement, 'room') IN ('room', 'bathroom', 'kitchen')
			AND NOT is_no_room(concat_ws(' ', d.name, d.space, s.label, s.key))
			AND d.latest_at[s.position] > now - limit_sibling_hours() * interval '1 hour'
	), told AS (
		SELECT CASE
			WHEN as_celsius.nearest <= limit_sibling_near_kelvin() AND as_fahrenheit.nearest >= limit_sibling_far_kelvin()
				THEN '°C'
			WHEN as_fahrenheit.nearest <= limit_sibling_near_kelvin() AND as_celsius.nearest >= limit_sibling_far_kelvin()
				THEN '°F' END AS unit
		FROM jsonb_array_elements(sent) AS r
			CROSS JOIN LATERAL (
				SELECT min(abs((r->>'value')::float8 - celsius)) AS nearest FROM rooms) AS as_celsius
			CROSS JOIN LATERAL (
				SELECT min(abs(((r->>'value')::float8 - limit_freezing_fahrenheit()) / limit_fahrenheit_per_kelvin() - celsius)) AS nearest FROM rooms) AS as_fahrenheit
		WHERE (r->>'assumed')::boolean
			AND NOT is_no_room(concat_ws(' ', device.name, device.space, r->>'label', r->>'key')))
	SELECT CASE WHEN count(DISTINCT unit) = 1 THEN min(unit) END FROM told
$$;
--> statement-breakpoint
-- stored: function create_sensors dd784235237d8a29 64293d7893f3343e
-- Sensors that a body names for the first time take the next places in the device's order.
-- The caller holds the device's row, so nobody else can take them. A sender has one scale: where the unit of one of its
-- bare temperatures is settled, so is that of a new one; where none tells, the rooms of the home may.
CREATE OR REPLACE FUNCTION create_sensors(device devices, now timestamptz, sent jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	created integer := 0;
	first record;
	-- Null where no bare temperature tells, or where several tell different things.
	witness text := (
		SELECT CASE WHEN count(DISTINCT known.unit) = 1 THEN min(known.unit) END
		FROM (
			SELECT s.unit FROM sensors s
			WHERE s.device_id = device.id AND s.kind = 'temperature' AND s.unit_source = 'settled'
			UNION ALL
			SELECT r->>'unit' FROM jsonb_array_elements(sent) AS r
			WHERE r->>'celsius' IS NOT NULL AND NOT r ? 'assumed') AS known);
	siblings text;
BEGIN
	IF device.flat_temperature_unit = 'C' THEN
		witness := '°C';
	END IF;
	IF witness IS NULL AND sent @> '[{"assumed": true}]' THEN
		siblings := coalesce(
			(SELECT min(s.unit) FROM sensors s WHERE s.device_id = device.id AND s.unit_source = 'siblings'),
			unit_of_siblings(device, now, sent));
	END IF;
	-- A row at a time: a cluster that spreads schemas passes no INSERT on that reads from jsonb_array_elements.
	FOR first IN
		SELECT named.* FROM (
			SELECT DISTINCT ON (r->>'key')
				r->>'key' AS key, r->>'label' AS label, r->>'kind' AS kind, r->>'unit' AS unit,
				r->>'celsius' AS celsius, coalesce((r->>'assumed')::boolean, false) AS assumed, r->>'means' AS true_means,
				(r->>'state')::boolean AS state, ordinal
			FROM jsonb_array_elements(sent) WITH ORDINALITY AS t (r, ordinal)
			ORDER BY r->>'key', ordinal
		) AS named
		WHERE NOT EXISTS (SELECT FROM sensors s WHERE s.device_id = device.id AND s.key = named.key)
		ORDER BY named.ordinal
	LOOP
		created := created + 1;
		INSERT INTO sensors (id, device_id, position, key, label, kind, unit, unit_source, is_state, true_means, created_at)
		VALUES (
			'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, limit_sensor_id_characters()),
			device.id,
			cardinality(device.latest_values) + created,
			first.key, first.label, first.kind,
			CASE WHEN first.celsius IS NULL THEN first.unit
				WHEN device.flat_temperature_unit = 'C' THEN '°C'
				WHEN first.assumed THEN coalesce(witness, siblings, first.unit)
				ELSE first.unit END,
			CASE WHEN first.celsius IS NULL THEN 'sender'
				WHEN first.assumed AND witness IS NULL THEN CASE WHEN siblings IS NULL THEN 'assumed' ELSE 'siblings' END
				ELSE 'settled' END,
			first.state OR first.kind = ANY (words_state_kinds()),
			first.true_means,
			now);
	END LOOP;
	RETURN created;
END
$$;
--> statement-breakpoint
-- stored: function settle_units 2dffdc8f9a09061e 926dd3f8691da718
-- The device's sensors whose unit was assumed, or taken from siblings, have this one from now on; `named` is the one that gave it away, and has it
-- from `source`. Values are stored as they were sent, so that a sensor's unit alone tells what they mean; what was learned
-- of them in another unit is forgotten. The caller holds the device's row.
CREATE OR REPLACE FUNCTION settle_units(device text, settled text, source text, named text) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	UPDATE sensors s SET
		unit = settled,
		unit_source = CASE WHEN s.key = named THEN source ELSE 'settled' END,
		placement_guess = CASE WHEN s.unit = settled THEN s.placement_guess END,
		week_floor = CASE WHEN s.unit = settled THEN s.week_floor END,
		week_floor_at = CASE WHEN s.unit = settled THEN s.week_floor_at END,
		tau_hours = CASE WHEN s.unit = settled THEN s.tau_hours END
	WHERE s.device_id = device AND s.unit_source IN ('assumed', 'siblings')
$$;
--> statement-breakpoint
-- stored: function store_readings 49ea9c6e5b7f096f 361b6843d57d4917
-- What every way of getting readings comes down to: stores them for a device whose row the caller holds
-- (`FOR NO KEY UPDATE`), moves its latest values and health forward and writes `requested_at` and the window's count as given.
-- `received_at` is a time to be trusted.
-- `body` is what lib/readings/ingest.queries.ts writes:
--   readings  [{key, label, kind, unit, value, state, at, other, celsius, assumed}]  ordered by `at`, null last
--     at      the reading's own time in epoch microseconds, null for the receive time
--     other   the same value in the other units of its quantity
--     celsius `other` if the device reads unmarked temperatures as °C; null where the body says the unit
--     assumed true where nothing at all says the unit, and the value could be either
--   battery, rssi, faulty [key]
--   lag     seconds by which its times lay before the receipt, where they are too far off to be any reading's
-- Answers {outcome: stored | unit_mismatch | too_many_sensors, …}, with the facts that judging what
-- was stored needs where they are asked for. A mismatch has written nothing; too many
-- sensors may leave snapshots of sensors that were known, for the caller to keep or to undo.
CREATE OR REPLACE FUNCTION store_readings(
	device devices, received_at timestamptz, request_id integer, body jsonb, with_facts boolean DEFAULT false
) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	reading record;
	-- A burst's requests may have the same millisecond.
	own_moment timestamptz := free_moment(device.number, received_at);
	counted_at timestamptz;
	moment timestamptz;
	open_moment timestamptz;
	snapshot float8[];
	empty_snapshot float8[];
	reading_value float8;
	reading_unit text;
	other jsonb;
	missing boolean;
	mismatch jsonb;
	created integer := 0;
	stored integer := 0;
	moved smallint[];
	latest_before float8[] := device.latest_values;
	gap integer := extract(epoch FROM received_at - device.last_seen_at);
	-- What is later than this was written by a clock that was ahead.
	wrong_after timestamptz := received_at + limit_statement_wait_seconds() * interval '1 second';
	-- The body is all that the device has, in the order of its sensors, as it is stored.
	is_plain boolean := body ? 'shape';
	keeps_calm boolean;
	lag real;
	passed float8;
BEGIN
	FOR attempt IN 1..2 LOOP
		missing := false;
		stored := 0;
		is_plain := body ? 'shape';
		mismatch := NULL;
		open_moment := NULL;
		moved := '{}';
		empty_snapshot := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
		FOR reading IN
			SELECT r.*, s.position, s.unit AS sensor_unit, s.unit_source, s.is_state, s.faulty_at
			FROM jsonb_to_recordset(body->'readings') AS r (key text, unit text, value float8, state boolean,
				at bigint, other jsonb, celsius jsonb, assumed boolean)
			LEFT JOIN sensors s ON s.device_id = device.id AND s.key = r.key
			ORDER BY r.at NULLS LAST
		LOOP
			IF reading.position IS NULL THEN
				missing := true;
				EXIT;
			END IF;
			reading_unit := reading.unit;
			other := reading.other;
			IF reading.unit_source IN ('assumed', 'siblings') AND reading.assumed IS NOT TRUE AND reading.unit IN ('°F', '°C') THEN
				-- The sender has said it now, or by a number that is possible in one unit alone.
				PERFORM settle_units(device.id, reading.unit,
					CASE WHEN reading.celsius IS NULL THEN 'sender' ELSE 'settled' END, reading.key);
				reading.sensor_unit := reading.unit;
			ELSIF reading.celsius IS NOT NULL AND reading.unit_source IN ('assumed', 'siblings', 'settled') THEN
				-- A bare number is in whatever its sensor's bare numbers are.
				reading_unit := reading.sensor_unit;
			ELSIF reading.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN
				reading_unit := '°C';
				other := reading.celsius;
			END IF;
			reading_value := reading.value;
			IF reading.state AND NOT reading.is_state THEN
				reading_value := NULL;
			ELSIF reading_unit <> reading.sensor_unit THEN
				reading_value := (other->>reading.sensor_unit)::float8;
			END IF;
			IF reading_value IS NULL THEN
				mismatch := jsonb_build_object(
					'key', reading.key, 'unit', reading_unit, 'sensor_unit', reading.sensor_unit);
				CONTINUE;
			END IF;
			moment := coalesce('epoch'::timestamptz + reading.at * interval '1 microsecond', own_moment);
			IF moment IS DISTINCT FROM open_moment THEN
				IF open_moment IS NOT NULL THEN
					PERFORM store_snapshot(device.number, open_moment, snapshot, request_id, open_moment <> own_moment);
				END IF;
				open_moment := moment;
				snapshot := empty_snapshot;
			END IF;
			snapshot[reading.position] := reading_value;
			is_plain := is_plain AND reading.at IS NULL AND reading.faulty_at IS NULL
				AND reading.position = stored + 1 AND reading_value = reading.value;
			-- The latest value lies in its band, or there is none.
			IF device.calm_low IS NOT NULL AND (reading_value >= device.calm_low[reading.position]
				AND reading_value <= device.calm_high[reading.position]) IS NOT TRUE THEN
				device.calm_low[reading.position] := NULL;
				device.calm_high[reading.position] := NULL;
			END IF;
			-- A time ahead of the receipt would keep what comes after it from being the latest.
			counted_at := least(moment, own_moment);
			IF device.latest_at[reading.position] IS NULL OR counted_at >= device.latest_at[reading.position]
				OR device.latest_at[reading.position] > wrong_after THEN
				device.latest_values[reading.position] := reading_value;
				device.latest_at[reading.position] := counted_at;
				moved := moved || reading.position;
			END IF;
			IF reading.faulty_at IS NOT NULL THEN
				UPDATE sensors SET faulty_at = NULL WHERE device_id = device.id AND position = reading.position;
			END IF;
			stored := stored + 1;
		END LOOP;
		EXIT WHEN NOT missing;
		SELECT count(DISTINCT r->>'key') INTO created FROM jsonb_array_elements(body->'readings') AS r
		WHERE NOT EXISTS (SELECT FROM sensors s WHERE s.device_id = device.id AND s.key = r->>'key');
		IF cardinality(device.latest_values) + created > limit_device_sensors_max() THEN
			RETURN jsonb_build_object('outcome', 'too_many_sensors');
		END IF;
		created := create_sensors(device, received_at, body->'readings');
		-- Which has voided what was calm: the facts are those of after.
		SELECT d.calm_version INTO device.calm_version FROM devices d WHERE d.id = device.id;
		device.calm_low := NULL;
		device.calm_high := NULL;
		device.latest_values := device.latest_values || array_fill(NULL::float8, ARRAY[created]);
		device.latest_at := device.latest_at || array_fill(NULL::timestamptz, ARRAY[created]);
	END LOOP;

	IF stored = 0 AND mismatch IS NOT NULL THEN
		RETURN jsonb_build_object('outcome', 'unit_mismatch') || mismatch;
	END IF;
	IF open_moment IS NOT NULL THEN
		PERFORM store_snapshot(device.number, open_moment, snapshot, request_id, open_moment <> own_moment);
	END IF;
	IF jsonb_array_length(body->'faulty') > 0 THEN
		UPDATE sensors s SET faulty_at = received_at
		WHERE s.device_id = device.id AND s.faulty_at IS NULL
			AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty'));
		moved := moved || ARRAY(
			SELECT s.position FROM sensors s
			WHERE s.device_id = device.id AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty')));
	END IF;
	passed := extract(epoch FROM received_at - device.last_seen_at);
	IF open_moment IS NOT NULL AND (passed IS NULL OR passed >= limit_burst_seconds()) THEN
		IF open_moment = own_moment AND NOT body ? 'lag' THEN
			device.clock_lags := '{}';
			device.clock_lag_gaps := '{}';
		ELSE
			lag := coalesce((body->>'lag')::real, extract(epoch FROM received_at - open_moment));
			device.clock_lags := (lag || device.clock_lags)[1:limit_clock_lags_max()];
			device.clock_lag_gaps := (coalesce(passed, 0)::real || device.clock_lag_gaps)[1:limit_clock_lags_max()];
		END IF;
	END IF;
	device.last_seen_at := CASE WHEN device.last_seen_at > wrong_after THEN own_moment
		ELSE greatest(device.last_seen_at, own_moment) END;
	device.battery_pct := coalesce((body->>'battery')::real, device.battery_pct);
	device.rssi := coalesce((body->>'rssi')::real, device.rssi);
	-- Posts in a burst say nothing about how often the device speaks.
	IF gap >= limit_usual_gap_seconds_min() THEN
		device.recent_gaps := (gap || device.recent_gaps)[1:limit_usual_gaps_max()];
	END IF;
	is_plain := is_plain AND stored = cardinality(device.latest_values);
	-- A shape carries the revision of the rules: bands of another one are void.
	keeps_calm := NOT is_plain OR device.body_shape = (body->>'shape')::integer;
	UPDATE devices SET
		body_shape = CASE WHEN is_plain THEN (body->>'shape')::integer ELSE body_shape END,
		calm_low = CASE WHEN keeps_calm AND calm_version = device.calm_version THEN device.calm_low END,
		calm_high = CASE WHEN keeps_calm AND calm_version = device.calm_version THEN device.calm_high END,
		last_seen_at = device.last_seen_at,
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = device.battery_pct,
		rssi = device.rssi,
		requested_at = device.requested_at,
		window_at = device.window_at,
		window_posts = device.window_posts,
		recent_gaps = device.recent_gaps,
		clock_lags = device.clock_lags,
		clock_lag_gaps = device.clock_lag_gaps
	WHERE id = device.id;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', stored, 'sensors_created', created) || CASE
		WHEN with_facts THEN jsonb_build_object('facts', ingest_facts(device, moved, latest_before))
		ELSE '{}' END;
END
$$;
