-- stored: function limit_burst_seconds d04d3fc389467307 d5076a1c167d191e
CREATE OR REPLACE FUNCTION limit_burst_seconds() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 30;
--> statement-breakpoint
-- stored: function limit_held_bucket_minutes 7ffe3b23c9febf54 4db63ccfd5d5219d
CREATE OR REPLACE FUNCTION limit_held_bucket_minutes() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 15;
--> statement-breakpoint
-- stored: function limit_idempotency_hours a556b2551cbc9189 3f74761bed67c740
CREATE OR REPLACE FUNCTION limit_idempotency_hours() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 24;
--> statement-breakpoint
-- stored: function limit_lock_milliseconds 4907b886bbcabe23 928a5bf6d2fc5d75
CREATE OR REPLACE FUNCTION limit_lock_milliseconds() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1000;
--> statement-breakpoint
-- stored: function limit_offline_intervals d8eee44d8b9636c6 ac657dcc291f3c58
CREATE OR REPLACE FUNCTION limit_offline_intervals() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 3;
--> statement-breakpoint
-- stored: function limit_offline_minutes_min ac4109323e331d8d 6de3e997ca472165
CREATE OR REPLACE FUNCTION limit_offline_minutes_min() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 45;
--> statement-breakpoint
-- stored: function limit_recent_requests_max 68e119a3e6095d90 411b5fd9c817e6be
CREATE OR REPLACE FUNCTION limit_recent_requests_max() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 4;
--> statement-breakpoint
-- stored: function limit_same_moment_milliseconds ea78e0a2fed6ca39 8c40ca28af163822
CREATE OR REPLACE FUNCTION limit_same_moment_milliseconds() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1000;
--> statement-breakpoint
-- stored: function limit_usual_gap_seconds_min d4968a4dcabd0156 51579e41212c3b15
CREATE OR REPLACE FUNCTION limit_usual_gap_seconds_min() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 5;
--> statement-breakpoint
-- stored: function limit_usual_gaps_max b2852323c30611aa 6f736fc25a7140de
CREATE OR REPLACE FUNCTION limit_usual_gaps_max() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 20;
--> statement-breakpoint
-- stored: function limit_usual_gaps_min fbfb9ae493e74ea6 c34bcbef8c3aa3f3
CREATE OR REPLACE FUNCTION limit_usual_gaps_min() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 3;
--> statement-breakpoint
-- stored: function limit_usual_interval_minutes 57aaef3f31f69be6 849466e589ee7a2b
CREATE OR REPLACE FUNCTION limit_usual_interval_minutes() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 15;
--> statement-breakpoint
-- stored: function limit_usual_interval_seconds_max e0c201016e53af17 c8e55bc33536cca0
CREATE OR REPLACE FUNCTION limit_usual_interval_seconds_max() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 86400;
--> statement-breakpoint
-- stored: function words_state_kinds ba78cbf0834ba33b b1a750b8cdccd39d
CREATE OR REPLACE FUNCTION words_state_kinds() RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY['door', 'flood', 'motion'];
--> statement-breakpoint
-- stored: function ask_for_look 8ff4cda97e4bd13f eac5603a2e9e016e
-- Due at once, whatever the clock of who looks says.
CREATE OR REPLACE FUNCTION ask_for_look(wanted text) RETURNS void
LANGUAGE sql AS $$
	INSERT INTO household_looks (household_id, due_at) VALUES (wanted, 'epoch')
	ON CONFLICT (household_id) DO UPDATE SET due_at = 'epoch', asked = household_looks.asked + 1
$$;
--> statement-breakpoint
-- stored: function clock_lag_of 9b8c21b321a07ac7 df6211b612cce241
-- How far a device's clock is behind ours, where it is the clock that is wrong and not the readings that are old: at
-- four posts in a row. Readings keep the times that they came with; alerts are judged by when they were sent.
CREATE OR REPLACE FUNCTION clock_lag_of(d devices) RETURNS interval
LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN d.clock_lag_posts >= 3 THEN d.clock_lag * interval '1 second' ELSE interval '0' END
$$;
--> statement-breakpoint
-- stored: function create_sensors 39e91e84979cf66a 64293d7893f3343e
-- Sensors that a body names for the first time take the next places in the device's order.
-- The caller holds the device's row, so nobody else can take them.
CREATE OR REPLACE FUNCTION create_sensors(device devices, now timestamptz, sent jsonb) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	created integer;
BEGIN
	INSERT INTO sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
	SELECT
		'sen_' || substr(encode(sha256(convert_to(device.id || '/' || first.key, 'UTF8')), 'hex'), 1, 24),
		device.id,
		cardinality(device.latest_values) + row_number() OVER (ORDER BY first.ordinal),
		first.key, first.label, first.kind,
		CASE WHEN first.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN '°C' ELSE first.unit END,
		first.state OR first.kind = ANY (words_state_kinds()),
		now
	FROM (
		SELECT DISTINCT ON (r->>'key')
			r->>'key' AS key, r->>'label' AS label, r->>'kind' AS kind, r->>'unit' AS unit,
			r->>'celsius' AS celsius,
			(r->>'state')::boolean AS state, ordinal
		FROM jsonb_array_elements(sent) WITH ORDINALITY AS t (r, ordinal)
		ORDER BY r->>'key', ordinal
	) AS first
	WHERE NOT EXISTS (SELECT FROM sensors s WHERE s.device_id = device.id AND s.key = first.key);
	GET DIAGNOSTICS created = ROW_COUNT;
	RETURN created;
END
$$;
--> statement-breakpoint
-- stored: function epoch_ms 960320b91ca1b100 804c0051e952e6c7
CREATE OR REPLACE FUNCTION epoch_ms(at timestamptz) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN extract(epoch FROM at)::float8 * 1000;
--> statement-breakpoint
-- stored: function device_facts 6e03a6ed4663e89d fede0f3defadc232
-- DeviceFacts of lib/domain/alerts/facts.ts.
CREATE OR REPLACE FUNCTION device_facts(d devices) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps)
	)
$$;
--> statement-breakpoint
-- stored: function drop_history_months bc3ba1c628a068e7 4bdf901c431bd41a
-- Drops the months of `parent` (history_chunks or history_15m) that end at or before `before`; answers how many.
CREATE OR REPLACE FUNCTION drop_history_months(parent regclass, before date) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	child record;
	dropped integer := 0;
BEGIN
	PERFORM set_config('lock_timeout', limit_lock_milliseconds()::text, true);
	FOR child IN
		SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = parent
			AND to_date(right(relname, 6) || '01', 'YYYYMMDD') + interval '1 month' <= before
	LOOP
		EXECUTE format('DROP TABLE IF EXISTS %I', child.relname);
		dropped := dropped + 1;
	END LOOP;
	RETURN dropped;
EXCEPTION
	WHEN lock_not_available THEN
		RETURN 0;
END
$$;
--> statement-breakpoint
-- stored: function drop_snapshot_day 1f041abbd893d8b8 ddb7d7d550d1bbfb
-- True where the day's partition of snapshots was empty and is gone. Who waits for the whole table makes everyone
-- behind them wait: after a second it is left to the next run.
CREATE OR REPLACE FUNCTION drop_snapshot_day(day date) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
	is_used boolean;
BEGIN
	IF to_regclass(partition_name) IS NULL THEN
		RETURN true;
	END IF;
	PERFORM set_config('lock_timeout', limit_lock_milliseconds()::text, true);
	-- The table before its partition: the order in which a statement on the table takes them.
	LOCK TABLE ONLY snapshots IN ACCESS EXCLUSIVE MODE;
	IF to_regclass(partition_name) IS NULL THEN
		RETURN true;
	END IF;
	EXECUTE format('SELECT EXISTS (SELECT FROM %I)', partition_name) INTO is_used;
	IF NOT is_used THEN
		EXECUTE format('DROP TABLE %I', partition_name);
	END IF;
	RETURN NOT is_used;
EXCEPTION
	WHEN lock_not_available THEN
		RETURN false;
END
$$;
--> statement-breakpoint
-- stored: function ensure_history_month 0c52d6bc24d66693 d40cab2ffc1c2130
-- The month's partitions of chunks and of quarter hours are made by whoever needs them first, before they have
-- locked anything.
CREATE OR REPLACE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
	buckets_a_day integer := extract(epoch FROM interval '1 day') / (60 * limit_held_bucket_minutes());
BEGIN
	IF to_regclass('history_chunks_' || suffix) IS NOT NULL AND to_regclass('history_15m_' || suffix) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('history'));
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_chunks FOR VALUES FROM (%L) TO (%L)',
		'history_chunks_' || suffix, first, next);
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_15m FOR VALUES FROM (%s) TO (%s)',
		'history_15m_' || suffix, (first - 'epoch'::date) * buckets_a_day, (next - 'epoch'::date) * buckets_a_day);
END
$$;
--> statement-breakpoint
-- stored: function ensure_snapshot_day 5a95a748725d03fc ddf3b8a8db337d82
-- A day's partition is made by whoever needs it first. Called before the caller has locked anything:
-- making a partition locks the whole table for a moment.
CREATE OR REPLACE FUNCTION ensure_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
BEGIN
	IF to_regclass(partition_name) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('snapshots'));
	EXECUTE format(
		'CREATE TABLE IF NOT EXISTS %I PARTITION OF snapshots FOR VALUES FROM (%L) TO (%L)',
		partition_name,
		to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00',
		to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00'
	);
END
$$;
--> statement-breakpoint
-- stored: function ensure_snapshot_days e201c1765bf6ed92 05e2c0f2e8acab9d
-- For the days of readings with times of their own. Like ensure_snapshot_day before the caller has locked anything.
CREATE OR REPLACE FUNCTION ensure_snapshot_days(readings jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM ensure_snapshot_day((to_timestamp(micros / 1e6) AT TIME ZONE 'UTC')::date)
	FROM (
		SELECT DISTINCT (r->>'at')::bigint / 86400000000 * 86400000000 AS micros
		FROM jsonb_array_elements(readings) AS r WHERE r->>'at' IS NOT NULL
	) AS days;
END
$$;
--> statement-breakpoint
-- stored: function forget_feed_polls ca30710c5274dee8 de9efcc27fb00bb2
-- Whoever saves a feed, and however: it is polled afresh at the next tick, and what is being fetched from its
-- former address or root meanwhile is no longer wanted.
CREATE OR REPLACE FUNCTION forget_feed_polls() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	NEW.next_poll_at := 'epoch';
	NEW.failures_in_row := 0;
	NEW.failure := NULL;
	NEW.lease_until := NULL;
	NEW.etag := NULL;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- stored: function offline_after 84c8d2a07db7709d 7437395fe21a888c
-- How long a push device may be silent before it is offline: lib/domain/device-status.ts over what
-- lib/domain/alerts/usual-interval.ts learns from the seconds between its posts. A test holds the two together.
CREATE OR REPLACE FUNCTION offline_after(gaps integer[]) RETURNS interval
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	since_post integer := 0;
	apart integer[] := '{}';
	usual float8 := 60 * limit_usual_interval_minutes();
BEGIN
	FOR place IN REVERSE cardinality(gaps)..1 LOOP
		since_post := since_post + gaps[place];
		-- Posts closer than this are parts of one.
		IF since_post >= limit_burst_seconds() THEN
			apart := apart || since_post;
			since_post := 0;
		END IF;
	END LOOP;
	IF cardinality(apart) >= limit_usual_gaps_min() THEN
		SELECT least(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds), limit_usual_interval_seconds_max()) INTO usual
		FROM unnest(apart) AS post (seconds);
	END IF;
	RETURN greatest(limit_offline_intervals() * usual, 60 * limit_offline_minutes_min()) * interval '1 second';
END
$$;
--> statement-breakpoint
-- stored: function hold_values 2aa4266c5314f6bc 41b9ede954ece75d
-- Of the next push devices after a number: what their sensors last said stood through a quarter hour, counted since
-- the epoch, in which they said nothing. Not where the device was not heard any more when it ended, nor of a value
-- that was stale by then. Once more for the same quarter changes nothing.
CREATE OR REPLACE FUNCTION hold_values(quarter integer, after_number integer, devices_max integer, stale_hours integer)
RETURNS TABLE (next_after integer, held integer)
LANGUAGE plpgsql
-- A page is few rows of large tables: whatever reads a whole one is no help to all pages together.
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
	bucket interval := limit_held_bucket_minutes() * interval '1 minute';
	begins_at timestamptz := 'epoch'::timestamptz + quarter * bucket;
	ends_at timestamptz := begins_at + bucket;
	oldest_at timestamptz := ends_at - stale_hours * interval '1 hour';
BEGIN
	-- The next statement sees what a tick beside this one has held.
	PERFORM pg_advisory_xact_lock(hashtext('held_values'));
	RETURN QUERY
	WITH page AS MATERIALIZED (
		SELECT d.* FROM devices d WHERE d.number > after_number AND d.type = 'push' AND d.enabled
		ORDER BY d.number LIMIT devices_max
	), heard AS (
		SELECT page.* FROM page WHERE CASE
			WHEN page.last_seen_at >= ends_at - limit_offline_minutes_min() * interval '1 minute' THEN true
			WHEN page.last_seen_at >= ends_at - limit_offline_intervals() * limit_usual_interval_seconds_max() * interval '1 second'
			THEN page.last_seen_at >= ends_at - offline_after(page.recent_gaps)
		END
	), silent AS MATERIALIZED (
		SELECT heard.id, heard.number, latest.position, newest.value
		FROM heard
		CROSS JOIN LATERAL unnest(heard.latest_values, heard.latest_at) WITH ORDINALITY AS latest (value, at, position)
		CROSS JOIN LATERAL (
			SELECT latest.at, latest.value WHERE latest.at < ends_at
			UNION ALL
			-- It has spoken since: what stood before is in its history.
			(SELECT snapshot.recorded_at, snapshot."values"[latest.position::integer] FROM snapshots snapshot
			WHERE latest.at >= ends_at AND snapshot.device_number = heard.number
				AND snapshot.recorded_at >= oldest_at AND snapshot.recorded_at < ends_at
				AND snapshot."values"[latest.position::integer] IS NOT NULL
			ORDER BY snapshot.recorded_at DESC LIMIT 1)
		) AS newest (at, value)
		WHERE newest.at < begins_at AND newest.at >= oldest_at
	), placed AS MATERIALIZED (
		SELECT silent.number, s.position, silent.value, run.from_bucket, run.to_bucket,
			run.to_bucket = quarter - 1 AND run.value = silent.value AS goes_on
		FROM silent
		JOIN sensors s ON s.device_id = silent.id AND s.position = silent.position AND s.faulty_at IS NULL
		LEFT JOIN LATERAL (
			SELECT h.from_bucket, h.to_bucket, h.value FROM held_values h
			WHERE h.device_number = silent.number AND h.position = s.position AND h.from_bucket <= quarter
			ORDER BY h.from_bucket DESC LIMIT 1) run ON true
	), longer AS (
		UPDATE held_values h SET to_bucket = quarter FROM placed
		WHERE placed.goes_on AND h.device_number = placed.number AND h.position = placed.position
			AND h.from_bucket = placed.from_bucket
	), begun AS (
		INSERT INTO held_values (device_number, from_bucket, to_bucket, position, value)
		SELECT placed.number, quarter, quarter, placed.position, placed.value
		FROM placed JOIN devices d ON d.number = placed.number
		WHERE placed.goes_on IS NOT TRUE AND (placed.to_bucket IS NULL OR placed.to_bucket < quarter)
		-- Whoever removes a device locks it first: nothing is left of one that has gone.
		FOR KEY SHARE OF d
	)
	SELECT CASE WHEN count(*) = devices_max THEN max(page.number) END, (SELECT count(*)::integer FROM placed)
	FROM page;
END
$$;
--> statement-breakpoint
-- stored: function household_facts 7e3a7f10b40acda8 63e13fd749a73ac8
-- HouseholdFacts of lib/domain/alerts/facts.ts.
CREATE OR REPLACE FUNCTION household_facts(wanted text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', h.id, 'settings', h.alert_settings, 'quiet', jsonb_build_object(
			'snoozedUntil', epoch_ms(h.snoozed_until),
			'vacation', CASE WHEN h.vacation_since IS NOT NULL
				THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END)
	)
	FROM households h WHERE h.id = wanted
$$;
--> statement-breakpoint
-- stored: function ingest_facts 5995fef7780c9d96 69a14cec514c74c1
-- IngestFacts of the sensors at `positions`; `before` the latest values until then. On the hot path: its plans
-- are kept, and the device's row is the one at hand.
CREATE OR REPLACE FUNCTION ingest_facts(d devices, positions smallint[], before float8[]) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
DECLARE
	ids text[];
	watched jsonb;
	rules jsonb;
	states jsonb;
	home jsonb;
	lag interval := clock_lag_of(d);
BEGIN
	SELECT coalesce(array_agg(s.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
		'id', s.id, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'faultyAt', epoch_ms(s.faulty_at), 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position] + lag), 'valueBefore', before[s.position])), '[]')
	INTO ids, watched FROM sensors s WHERE s.device_id = d.id AND s.position = ANY (positions);
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
	INTO rules FROM alert_rules r WHERE r.sensor_id = ANY (ids);
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
	INTO states FROM alert_states a
	WHERE a.household_id = d.household_id AND (
		a.subject = ANY (ids)
		OR (starts_with(a.subject, 'vacation:') AND split_part(a.subject, ':', 2) = ANY (ids))
		OR (a.kind = 'rule' AND a.subject IN (SELECT r->>'id' FROM jsonb_array_elements(rules) AS r)));
	SELECT jsonb_build_object(
		'id', h.id, 'settings', h.alert_settings, 'quiet', jsonb_build_object(
			'snoozedUntil', epoch_ms(h.snoozed_until),
			'vacation', CASE WHEN h.vacation_since IS NOT NULL
				THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END)
	)
	INTO home FROM households h WHERE h.id = d.household_id;
	RETURN jsonb_build_object(
		'household', home, 'sensors', watched, 'rules', rules, 'states', states,
		'device', jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps)
		));
END
$$;
--> statement-breakpoint
-- stored: function look_at_household bbb3359dac668f51 67f2eae9354549fc
-- The first argument names the column that holds the household.
CREATE OR REPLACE FUNCTION look_at_household() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM ask_for_look(to_jsonb(NEW)->>TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function look_at_sensor 59f56c18e3b52b7a 33de0b8cd9fcb765
CREATE OR REPLACE FUNCTION look_at_sensor() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM ask_for_look((SELECT household_id FROM devices WHERE id = NEW.device_id));
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- stored: function merge_values d3028b4c4fa64a1c dabb31af32e60366
CREATE OR REPLACE FUNCTION merge_values(stored float8[], sent float8[]) RETURNS float8[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
	SELECT array_agg(coalesce(pair.sent, pair.stored) ORDER BY pair.position)
	FROM unnest(merge_values.stored, merge_values.sent) WITH ORDINALITY AS pair (stored, sent, position)
);
--> statement-breakpoint
-- stored: function said_last 5c7d126b949fdd78 0098c422d5ddfeed
-- A body that says once more what a device said when it was last seen, for an answer of "not modified". Readings
-- that had times of their own are not in it: they have been stored once and for all.
CREATE OR REPLACE FUNCTION said_last(device devices) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('faulty', '[]'::jsonb, 'readings', coalesce(jsonb_agg(jsonb_build_object(
		'key', s.key, 'unit', s.unit, 'state', s.is_state, 'value', device.latest_values[s.position])), '[]'))
	FROM sensors s WHERE s.device_id = device.id AND device.latest_at[s.position] = device.last_seen_at
$$;
--> statement-breakpoint
-- stored: function store_snapshot c64a78634eae62dd ca9800200e3adbc5
-- As before, and a reading that comes into a day that was rolled up takes the promise back that its buckets are
-- whole. The caller holds the device, as whoever gives the promise does. In plpgsql its statements are planned once.
CREATE OR REPLACE FUNCTION store_snapshot(device integer, at timestamptz, sent float8[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO snapshots (device_number, recorded_at, "values")
	VALUES (device, at, CASE WHEN array_position(sent, NULL) IS NULL THEN ARRAY(SELECT unnest(sent)) ELSE sent END)
	ON CONFLICT (device_number, recorded_at)
	DO UPDATE SET "values" = merge_values(snapshots."values", excluded."values");
	-- A sealed day keeps it: what comes into it all the same is told by the tiers when it is sealed too.
	DELETE FROM rolled_days
	WHERE device_number = device AND day = (at AT TIME ZONE 'UTC')::date AND NOT sealed;
END
$$;
--> statement-breakpoint
-- stored: function store_readings 3e2fec07dd9267f1 cc6840894a518dc7
-- What every way of getting readings comes down to: stores them for a device whose row the caller holds
-- (`FOR NO KEY UPDATE`), moves its latest values and health forward and writes `recent_requests` as given.
-- `body` is what lib/store/ingest.ts writes:
--   readings  [{key, label, kind, unit, value, state, at, other, celsius}]  ordered by `at`, null last
--     at      the reading's own time in epoch microseconds, null for the receive time
--     other   the same value in the other units of its quantity
--     celsius `other` if the device reads unmarked temperatures as °C; null where the unit is certain
--   battery, rssi, faulty [key]
-- Answers {outcome: stored | unit_mismatch | too_many_sensors, …}, with the facts that judging what
-- was stored needs where they are asked for. A mismatch has written nothing; too many
-- sensors may leave snapshots of sensors that were known, for the caller to keep or to undo.
CREATE OR REPLACE FUNCTION store_readings(
	device devices, now timestamptz, sensors_max integer, body jsonb, with_facts boolean DEFAULT false
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	reading record;
	received_at timestamptz;
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
	gap integer := extract(epoch FROM now - device.last_seen_at);
	lag float8;
	passed float8;
BEGIN
	-- Requests that arrive together get moments of their own, so that none overwrites another's.
	received_at := CASE
		WHEN device.last_seen_at >= now AND device.last_seen_at < now + limit_same_moment_milliseconds() * interval '1 millisecond'
		THEN device.last_seen_at + interval '1 microsecond'
		ELSE now
	END;

	FOR attempt IN 1..2 LOOP
		missing := false;
		stored := 0;
		mismatch := NULL;
		open_moment := NULL;
		moved := '{}';
		empty_snapshot := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
		FOR reading IN
			SELECT r.*, s.position, s.unit AS sensor_unit, s.is_state, s.faulty_at
			FROM jsonb_to_recordset(body->'readings') AS r (
				key text, unit text, value float8, state boolean, at bigint, other jsonb, celsius jsonb)
			LEFT JOIN sensors s ON s.device_id = device.id AND s.key = r.key
			ORDER BY r.at NULLS LAST
		LOOP
			IF reading.position IS NULL THEN
				missing := true;
				EXIT;
			END IF;
			reading_unit := reading.unit;
			other := reading.other;
			IF reading.celsius IS NOT NULL AND device.flat_temperature_unit = 'C' THEN
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
			moment := coalesce('epoch'::timestamptz + reading.at * interval '1 microsecond', received_at);
			IF moment IS DISTINCT FROM open_moment THEN
				IF open_moment IS NOT NULL THEN
					PERFORM store_snapshot(device.number, open_moment, snapshot);
				END IF;
				open_moment := moment;
				snapshot := empty_snapshot;
			END IF;
			snapshot[reading.position] := reading_value;
			IF device.latest_at[reading.position] IS NULL OR moment >= device.latest_at[reading.position] THEN
				device.latest_values[reading.position] := reading_value;
				device.latest_at[reading.position] := moment;
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
		IF cardinality(device.latest_values) + created > sensors_max THEN
			RETURN jsonb_build_object('outcome', 'too_many_sensors');
		END IF;
		created := create_sensors(device, now, body->'readings');
		device.latest_values := device.latest_values || array_fill(NULL::float8, ARRAY[created]);
		device.latest_at := device.latest_at || array_fill(NULL::timestamptz, ARRAY[created]);
	END LOOP;

	IF stored = 0 AND mismatch IS NOT NULL THEN
		RETURN jsonb_build_object('outcome', 'unit_mismatch') || mismatch;
	END IF;
	IF open_moment IS NOT NULL THEN
		PERFORM store_snapshot(device.number, open_moment, snapshot);
	END IF;
	IF jsonb_array_length(body->'faulty') > 0 THEN
		UPDATE sensors s SET faulty_at = now
		WHERE s.device_id = device.id AND s.faulty_at IS NULL
			AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty'));
		moved := moved || ARRAY(
			SELECT s.position FROM sensors s
			WHERE s.device_id = device.id AND s.key IN (SELECT jsonb_array_elements_text(body->'faulty')));
	END IF;
	-- What is said once more late, or sent later at a stretch, comes at a lag that changes with every post.
	passed := extract(epoch FROM received_at - device.last_seen_at);
	IF open_moment IS NOT NULL AND (passed IS NULL OR passed >= 30) THEN
		lag := extract(epoch FROM received_at - open_moment);
		device.clock_lag_posts := CASE
			WHEN abs(lag - device.clock_lag) <= 2 + passed / 10 THEN least(device.clock_lag_posts + 1, 100) ELSE 0 END;
		device.clock_lag := lag;
	END IF;
	device.last_seen_at := greatest(device.last_seen_at, received_at);
	device.battery_pct := coalesce((body->>'battery')::real, device.battery_pct);
	device.rssi := coalesce((body->>'rssi')::real, device.rssi);
	-- Posts in a burst say nothing about how often the device speaks.
	IF gap >= limit_usual_gap_seconds_min() THEN
		device.recent_gaps := (gap || device.recent_gaps)[1:limit_usual_gaps_max()];
	END IF;
	UPDATE devices SET
		last_seen_at = device.last_seen_at,
		latest_values = device.latest_values,
		latest_at = device.latest_at,
		battery_pct = device.battery_pct,
		rssi = device.rssi,
		recent_requests = device.recent_requests,
		recent_gaps = device.recent_gaps,
		clock_lag = device.clock_lag,
		clock_lag_posts = device.clock_lag_posts
	WHERE id = device.id;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', stored, 'sensors_created', created) || CASE
		WHEN with_facts THEN jsonb_build_object('facts', ingest_facts(device, moved, latest_before))
		ELSE '{}' END;
END
$$;
--> statement-breakpoint
-- stored: function record_feeds d941ee397a068f17 bea365036d2f04ee
-- Many polled feeds, one call. `results` is what lib/store/feeds.ts writes:
--   [{number, household, feed, device, lease, at, state, body, etag, next_poll_at, retry_at}]
--     lease    the lease_until that the poller was given: with any other one the feed is no longer its own
--     at       when it answered or failed; the receive time of its readings
--     state    ok | unchanged | a word of FEED_FAILURES
--     body     for store_readings where the state is ok
--     retry_at the next poll if this one has failed, here or before
-- Answers a row for each feed that was still the poller's; `stored` is null where this is a repeated attempt.
CREATE OR REPLACE FUNCTION record_feeds(sensors_max integer, results jsonb)
RETURNS TABLE (result_number integer, failed_with text, stored integer)
LANGUAGE plpgsql AS $$
DECLARE
	result record;
	device devices;
	feed pull_feeds;
	answer jsonb;
BEGIN
	PERFORM ensure_snapshot_days(jsonb_path_query_array(results, '$[*].body.readings[*]'));
	PERFORM ensure_snapshot_day(days.day) FROM (
		SELECT DISTINCT (r.at AT TIME ZONE 'UTC')::date AS day FROM jsonb_to_recordset(results) AS r (at timestamptz)
	) AS days;
	FOR result IN
		SELECT * FROM jsonb_to_recordset(results) AS r (
			number integer, household text, feed text, device text, lease timestamptz, at timestamptz, state text,
			body jsonb, etag text, next_poll_at timestamptz, retry_at timestamptz)
		-- One order for all, so that two pollers never wait for each other.
		ORDER BY r.device
	LOOP
		SELECT * INTO device FROM devices d WHERE d.id = result.device FOR NO KEY UPDATE;
		SELECT * INTO feed FROM pull_feeds f
		WHERE f.household_id = result.household AND f.id = result.feed FOR NO KEY UPDATE;
		result_number := result.number;
		IF feed.last_polled_at = result.at AND feed.lease_until IS NULL THEN
			failed_with := feed.failure;
			stored := NULL;
			RETURN NEXT;
			CONTINUE;
		END IF;
		CONTINUE WHEN feed.lease_until IS DISTINCT FROM result.lease;
		failed_with := NULL;
		stored := 0;
		IF result.state IN ('ok', 'unchanged') THEN
			answer := store_readings(device, result.at, sensors_max,
				CASE result.state WHEN 'ok' THEN result.body ELSE said_last(device) END);
			failed_with := CASE answer->>'outcome'
				WHEN 'stored' THEN NULL WHEN 'too_many_sensors' THEN 'too_large' ELSE 'no_readings' END;
			stored := coalesce((answer->>'readings')::integer, 0);
			IF (answer->>'sensors_created')::integer > 0 THEN
				UPDATE sensors s SET label = p.label, visible = p.visible FROM probes p
				WHERE p.household_id = feed.household_id AND p.feed_id = feed.id AND p.key = s.key
					AND s.device_id = device.id AND s.position > cardinality(device.latest_values);
			END IF;
		ELSE
			failed_with := result.state;
		END IF;
		UPDATE pull_feeds f SET
			lease_until = NULL,
			last_polled_at = result.at,
			last_ok_at = CASE WHEN failed_with IS NULL THEN result.at ELSE f.last_ok_at END,
			failure = failed_with,
			failures_in_row = CASE WHEN failed_with IS NULL THEN 0 ELSE f.failures_in_row + 1 END,
			next_poll_at = CASE WHEN failed_with IS NULL THEN result.next_poll_at ELSE result.retry_at END,
			etag = CASE WHEN result.state = 'ok' AND failed_with IS NULL THEN result.etag ELSE f.etag END
		WHERE f.household_id = feed.household_id AND f.id = feed.id;
		RETURN NEXT;
	END LOOP;
END
$$;
--> statement-breakpoint
-- stored: function record_readings c38f6b87b554538e 15dbe2e7388bed7d
-- One ingest, one call. Answers as store_readings does, or unknown_key; all but `stored` have written nothing.
-- What was stored comes with the facts that judging it needs.
CREATE OR REPLACE FUNCTION record_readings(
	ingest_key bytea, request bigint, now timestamptz, receipt bytea, sensors_max integer, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	device devices;
	known ingest_receipts;
	answer jsonb;
BEGIN
	PERFORM ensure_snapshot_days(body->'readings');
	PERFORM ensure_snapshot_day((now AT TIME ZONE 'UTC')::date);

	SELECT * INTO device FROM devices WHERE ingest_key_hash = ingest_key FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN jsonb_build_object('outcome', 'unknown_key');
	END IF;
	IF request = ANY (device.recent_requests) THEN
		RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0);
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt AND r.created_at > now - limit_idempotency_hours() * interval '1 hour';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created);
		END IF;
	END IF;

	device.recent_requests := (request || device.recent_requests)[1:limit_recent_requests_max()];
	answer := store_readings(device, now, sensors_max, body, true);
	IF answer->>'outcome' = 'too_many_sensors' THEN
		RAISE EXCEPTION 'too many sensors' USING ERRCODE = 'HW001';
	END IF;
	IF receipt IS NOT NULL AND answer->>'outcome' = 'stored' THEN
		INSERT INTO ingest_receipts (device_id, key_hash, readings, sensors_created, created_at)
		VALUES (
			device.id, receipt, (answer->>'readings')::smallint, (answer->>'sensors_created')::smallint, now)
		ON CONFLICT (device_id, key_hash) DO UPDATE SET
			readings = excluded.readings, sensors_created = excluded.sensors_created,
			created_at = excluded.created_at;
	END IF;
	RETURN answer;
END
$$;
--> statement-breakpoint
-- stored: function sensor_facts a6db2b0ce6b50aa3 27b6bc518b75fd24
-- SensorFacts of lib/domain/alerts/facts.ts, by our clock; `before` is the latest value until the one at hand.
CREATE OR REPLACE FUNCTION sensor_facts(s sensors, d devices, before float8) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', s.id, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'isState', s.is_state,
		'faultyAt', epoch_ms(s.faulty_at), 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position] + clock_lag_of(d)), 'valueBefore', before)
$$;
--> statement-breakpoint
-- stored: function tick_facts d930e83b3ff0cac9 308dd77256423b08
-- TickFacts of lib/domain/alerts/tick-facts.ts: a whole household as it stands.
CREATE OR REPLACE FUNCTION tick_facts(wanted text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'household', household_facts(h.id),
		'place', CASE WHEN h.latitude IS NOT NULL AND h.longitude IS NOT NULL
			THEN jsonb_build_object('latitude', h.latitude, 'longitude', h.longitude) END,
		'devices', (
			SELECT coalesce(jsonb_agg(jsonb_build_object(
				'device', device_facts(d),
				'sensors', (
					SELECT coalesce(jsonb_agg(
						sensor_facts(s, d, NULL) || jsonb_build_object(
							'tauHours', s.tau_hours, 'deviceNumber', d.number, 'position', s.position)
						ORDER BY s.position), '[]')
					FROM sensors s WHERE s.device_id = d.id)
			) ORDER BY d.number), '[]')
			FROM devices d WHERE d.household_id = h.id),
		'rules', (
			SELECT coalesce(jsonb_agg(jsonb_build_object(
				'id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
			FROM alert_rules r WHERE r.household_id = h.id),
		'states', (
			SELECT coalesce(jsonb_agg(jsonb_build_object(
				'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
			FROM alert_states a WHERE a.household_id = h.id)
	)
	FROM households h WHERE h.id = wanted
$$;
--> statement-breakpoint
-- stored: trigger alert_rules_looked_at cdb862b78b2bbd06 alert_rules
CREATE OR REPLACE TRIGGER alert_rules_looked_at AFTER INSERT OR UPDATE
ON alert_rules FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
--> statement-breakpoint
-- stored: trigger alert_states_looked_at 421131b58e5b4664 alert_states
CREATE OR REPLACE TRIGGER alert_states_looked_at AFTER INSERT OR UPDATE
ON alert_states FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
--> statement-breakpoint
-- stored: trigger devices_looked_at e062f4839c323da5 devices
CREATE OR REPLACE TRIGGER devices_looked_at AFTER INSERT OR UPDATE OF enabled, alert_settings
ON devices FOR EACH ROW EXECUTE FUNCTION look_at_household('household_id');
--> statement-breakpoint
-- stored: trigger households_looked_at ded2344b7606d9bc households
-- Whatever a tick goes by, but for readings: of those the ingest knows which it leaves to a tick. No column that an
-- ingest writes is named here.
CREATE OR REPLACE TRIGGER households_looked_at
AFTER INSERT OR UPDATE OF alert_settings, snoozed_until, vacation_since, vacation_until, latitude, longitude
ON households FOR EACH ROW EXECUTE FUNCTION look_at_household('id');
--> statement-breakpoint
-- stored: trigger pull_feeds_saved 73eb44587afae91b pull_feeds
CREATE OR REPLACE TRIGGER pull_feeds_saved BEFORE UPDATE OF url, json_root, enabled ON pull_feeds
FOR EACH ROW EXECUTE FUNCTION forget_feed_polls();
--> statement-breakpoint
-- stored: trigger sensors_looked_at e8a454e6aea44e0b sensors
CREATE OR REPLACE TRIGGER sensors_looked_at AFTER UPDATE OF kind, alert_settings
ON sensors FOR EACH ROW EXECUTE FUNCTION look_at_sensor();
