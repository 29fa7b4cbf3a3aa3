-- stored: function ask_for_look e9e20de074623539 eac5603a2e9e016e
-- Due at once, whatever the clock of who looks says.
CREATE OR REPLACE FUNCTION ask_for_look(wanted text) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	INSERT INTO household_looks (household_id, due_at) VALUES (wanted, 'epoch')
	ON CONFLICT (household_id) DO UPDATE SET due_at = 'epoch', asked = household_looks.asked + 1
$$;
--> statement-breakpoint
-- stored: function create_sensors a36a3b47c05f82b4 64293d7893f3343e
-- Sensors that a body names for the first time take the next places in the device's order.
-- The caller holds the device's row, so nobody else can take them. A sender has one scale: where the unit of one of its
-- bare temperatures is settled, so is that of a new one.
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
BEGIN
	IF device.flat_temperature_unit = 'C' THEN
		witness := '°C';
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
				WHEN first.assumed THEN coalesce(witness, first.unit)
				ELSE first.unit END,
			CASE WHEN first.celsius IS NULL THEN 'sender'
				WHEN first.assumed AND witness IS NULL THEN 'assumed'
				ELSE 'settled' END,
			first.state OR first.kind = ANY (words_state_kinds()),
			first.true_means,
			now);
	END LOOP;
	RETURN created;
END
$$;
--> statement-breakpoint
-- stored: function device_facts 5c0a9612d652a863 fede0f3defadc232
-- DeviceFacts of lib/alerts/facts.ts.
CREATE OR REPLACE FUNCTION device_facts(d devices) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object(
		'id', d.id, 'type', d.type, 'name', d.name, 'space', d.space, 'enabled', d.enabled,
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps),
		'rhythm', d.rhythm, 'batteryPct', d.battery_pct, 'rssi', d.rssi,
		'clockLags', to_jsonb(d.clock_lags), 'clockLagGaps', to_jsonb(d.clock_lag_gaps),
		'calmVersion', d.calm_version, 'calmLow', to_jsonb(d.calm_low)
);
--> statement-breakpoint
-- stored: function forget_calm 8c18a4f42a2144fb 967bac43ff324d80
-- What was known of calm devices is forgotten: something that their rules go by has changed. A band that is derived from
-- before carries the number of before, and is not stored any more. In one order, so that two never wait for each other.
CREATE OR REPLACE FUNCTION forget_calm(home text, device text DEFAULT NULL) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	UPDATE devices SET calm_low = NULL, calm_high = NULL, body_shape = NULL, calm_version = calm_version + 1
	WHERE id IN (
		SELECT id FROM devices WHERE household_id = home AND (device IS NULL OR id = device)
		ORDER BY id FOR NO KEY UPDATE)
$$;
--> statement-breakpoint
-- stored: function drop_empty_quarters 03c0ea9f9418aaf2 414ede6aceefe315
-- Drops the months of history_15m that end at or before `before` and hold no row any more; answers how many. Who
-- waits for the whole table makes everyone behind them wait: what others hold is left to the next time.
CREATE OR REPLACE FUNCTION drop_empty_quarters(before date) RETURNS integer
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	child record;
	is_used boolean;
	dropped integer := 0;
BEGIN
	PERFORM set_config('lock_timeout', limit_lock_milliseconds()::text, true);
	FOR child IN
		SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = 'history_15m'::regclass
			AND to_date(substring(relname FROM '\d{6}$') || '01', 'YYYYMMDD') + interval '1 month' <= before
	LOOP
		-- The table before its partition: the order in which a statement on the table takes them.
		LOCK TABLE ONLY history_15m IN ACCESS EXCLUSIVE MODE;
		IF to_regclass(child.relname) IS NOT NULL THEN
			EXECUTE format('SELECT EXISTS (SELECT FROM %I)', child.relname) INTO is_used;
			IF NOT is_used THEN
				EXECUTE format('DROP TABLE %I', child.relname);
				dropped := dropped + 1;
			END IF;
		END IF;
	END LOOP;
	RETURN dropped;
EXCEPTION
	WHEN lock_not_available THEN
		RETURN 0;
END
$$;
--> statement-breakpoint
-- stored: function drop_history_months d3deca343bad2026 4bdf901c431bd41a
-- Drops the months of `parent` (history_chunks, history_15m or history_15m_months) that end at or before `before`;
-- answers how many.
CREATE OR REPLACE FUNCTION drop_history_months(parent regclass, before date) RETURNS integer
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	child record;
	dropped integer := 0;
BEGIN
	PERFORM set_config('lock_timeout', limit_lock_milliseconds()::text, true);
	FOR child IN
		SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = parent
			AND to_date(substring(relname FROM '\d{6}$') || '01', 'YYYYMMDD') + interval '1 month' <= before
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
-- stored: function drop_snapshot_day 922aaf265a7be028 ddb7d7d550d1bbfb
-- True where the day's partition of snapshots was empty and is gone. Who waits for the whole table makes everyone
-- behind them wait: after a second it is left to the next run.
CREATE OR REPLACE FUNCTION drop_snapshot_day(day date) RETURNS boolean
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
-- stored: function make_snapshot_day 580d3b06b39e3e05 4ee458af05e27d68
-- The one thing that a role which stores readings may make, with the rights of the tables' owner: a day's partition. It
-- is made beside the table and attached to it, which waits for nobody who reads or stores, and they don't wait for it:
-- only two that make partitions take turns. So the caller can't be part of a deadlock, whatever it locks before or
-- afterwards. It looks in its own schema alone, whatever that is called and whatever the caller has made elsewhere.
CREATE OR REPLACE FUNCTION make_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
	self oid;
BEGIN
	GET DIAGNOSTICS self = PG_ROUTINE_OID;
	PERFORM set_config('search_path', pronamespace::regnamespace || ', pg_temp', true) FROM pg_proc WHERE oid = self;
	-- Also tells this session what others have attached meanwhile.
	LOCK TABLE ONLY snapshots IN SHARE UPDATE EXCLUSIVE MODE;
	IF to_regclass(partition_name) IS NOT NULL THEN
		RETURN;
	END IF;
	EXECUTE format('CREATE TABLE %I (LIKE snapshots INCLUDING ALL)', partition_name);
	EXECUTE format(
		'ALTER TABLE snapshots ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
		partition_name,
		to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00',
		to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00'
	);
END
$$;
--> statement-breakpoint
-- stored: function ensure_snapshot_day 55365ac73522ab68 ddf3b8a8db337d82
-- Makes the day's partition of snapshots where there is none yet. The clock and every start make those of the days to
-- come; a post makes one only for a reading of a day without any.
CREATE OR REPLACE FUNCTION ensure_snapshot_day(day date) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF to_regclass('snapshots_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
		PERFORM make_snapshot_day(day);
	END IF;
END
$$;
--> statement-breakpoint
-- stored: function ensure_days_ahead 22daab779fc4e40a b364252c362b7e16
-- The partitions of today and of the days to come. Every start and every hour's maintenance ask for them, so that the
-- first post of a day finds its own.
CREATE OR REPLACE FUNCTION ensure_days_ahead(now_at timestamptz) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
	SELECT ensure_snapshot_day((now_at AT TIME ZONE 'UTC')::date + ahead)
	FROM generate_series(0, limit_days_ahead()) AS ahead
$$;
--> statement-breakpoint
-- stored: function ensure_history_month e865d3ac251e1f43 d40cab2ffc1c2130
-- Makes the month's partitions of chunks, of quarter hours and of their chunks where they are missing, as
-- ensure_snapshot_day makes a day's: beside their tables, so that nobody who reads or stores waits.
CREATE OR REPLACE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
	buckets_a_day integer := extract(epoch FROM interval '1 day') / (60 * limit_held_bucket_minutes());
	part record;
BEGIN
	FOR part IN SELECT * FROM (VALUES
		('history_chunks', first::text, next::text),
		('history_15m', ((first - 'epoch'::date) * buckets_a_day)::text, ((next - 'epoch'::date) * buckets_a_day)::text),
		('history_15m_months', first::text, next::text)
	) AS parts (parent, from_bound, to_bound)
	LOOP
		CONTINUE WHEN to_regclass(part.parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', part.parent);
		CONTINUE WHEN to_regclass(part.parent || '_' || suffix) IS NOT NULL;
		EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part.parent || '_' || suffix, part.parent);
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
			part.parent, part.parent || '_' || suffix, part.from_bound, part.to_bound);
	END LOOP;
END
$$;
--> statement-breakpoint
-- stored: function ensure_snapshot_days 8deb85bbf9ba7e7c 05e2c0f2e8acab9d
-- For the days of readings with times of their own. Like ensure_snapshot_day before the caller has locked anything.
CREATE OR REPLACE FUNCTION ensure_snapshot_days(readings jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM ensure_snapshot_day(days.day)
	FROM (
		SELECT DISTINCT ((timestamptz 'epoch' + (r->>'at')::bigint * interval '1 microsecond') AT TIME ZONE 'UTC')::date AS day
		FROM jsonb_array_elements(readings) AS r WHERE r->>'at' IS NOT NULL
	) AS days;
END
$$;
--> statement-breakpoint
-- stored: function free_moment fc37e6b46067f041 f2e4cbb2310d81d4
-- The first moment at or after `at` at which the device has no snapshot: two requests never share one.
CREATE OR REPLACE FUNCTION free_moment(device integer, at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
	free timestamptz := at;
	taken timestamptz;
BEGIN
	-- Each turn leaves a whole millisecond behind that is taken up.
	LOOP
		SELECT max(s.recorded_at) INTO taken FROM snapshots s
		WHERE s.device_number = device AND s.recorded_at >= free
			AND s.recorded_at < free + interval '1 millisecond';
		IF taken IS NULL THEN
			RETURN free;
		END IF;
		free := taken + interval '1 microsecond';
	END LOOP;
END
$$;
--> statement-breakpoint
-- stored: function offline_after 35bc7da884eb5d76 7437395fe21a888c
-- How long a push device may be silent before it is offline: lib/devices/device.ts over what
-- lib/alerts/usual-interval.ts learns from the seconds between its posts. A test holds the two together.
CREATE OR REPLACE FUNCTION offline_after(gaps integer[]) RETURNS interval
LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
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
-- stored: function hold_values 1b161732683d90f9 41b9ede954ece75d
-- Of the next push devices after a number: what their sensors last said stood through a quarter hour, counted since
-- the epoch, in which they said nothing. Not where the device was not heard any more when it ended, nor of a value
-- that was stale by then. Once more for the same quarter changes nothing.
CREATE OR REPLACE FUNCTION hold_values(quarter integer, after_number integer, devices_max integer, stale_hours integer)
RETURNS TABLE (next_after integer, held integer)
LANGUAGE plpgsql SET search_path FROM CURRENT
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
-- stored: function household_facts 56d43b938acb1715 63e13fd749a73ac8
-- HouseholdFacts of lib/alerts/facts.ts.
CREATE OR REPLACE FUNCTION household_facts(wanted text) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
	SELECT jsonb_build_object(
		'id', h.id, 'settings', h.alert_settings, 'quiet', jsonb_build_object(
			'snoozedUntil', epoch_ms(h.snoozed_until),
			'vacation', CASE WHEN h.vacation_since IS NOT NULL
				THEN jsonb_build_object('until', epoch_ms(h.vacation_until)) END)
	)
	FROM households h WHERE h.id = wanted
);
--> statement-breakpoint
-- stored: function ingest_facts 27889d6be18dcaac 69a14cec514c74c1
-- IngestFacts of the sensors at `positions`; `before` the latest values until then. On the hot path: its plans
-- are kept, and the device's row is the one at hand.
CREATE OR REPLACE FUNCTION ingest_facts(d devices, positions smallint[], before float8[]) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
	ids text[];
	watched jsonb;
	rules jsonb;
	states jsonb;
	home jsonb;
BEGIN
	SELECT coalesce(array_agg(s.id), '{}'), coalesce(jsonb_agg(jsonb_build_object(
		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'unitSource', s.unit_source, 'isState', s.is_state,
		'trueMeans', coalesce(d.contact_true_means, s.true_means),
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before[s.position],
		-- Of several posts at once one is judged first, and may be the last of them: an episode that is open also asks what
		-- the sensor said before.
		'before', CASE WHEN EXISTS (
			SELECT FROM alert_states a
			WHERE a.household_id = d.household_id AND a.subject = s.id AND (a.state->>'open')::boolean
		) THEN (
			SELECT jsonb_build_object('value', earlier."values"[s.position], 'at', epoch_ms(earlier.recorded_at))
			FROM snapshots earlier
			WHERE earlier.device_number = d.number AND earlier.recorded_at < d.latest_at[s.position]
				AND earlier.recorded_at >= d.latest_at[s.position] - limit_usual_interval_seconds_max() * interval '1 second'
				AND earlier."values"[s.position] IS NOT NULL
			ORDER BY earlier.recorded_at DESC LIMIT 1) END)), '[]')
	INTO ids, watched FROM sensors s WHERE s.device_id = d.id AND s.position = ANY (positions);
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'sensorId', r.sensor_id, 'settings', r.settings)), '[]')
	INTO rules FROM alert_rules r WHERE r.sensor_id = ANY (ids);
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'kind', a.kind, 'subject', a.subject, 'version', a.version, 'state', a.state)), '[]')
	INTO states FROM alert_states a
	WHERE a.household_id = d.household_id AND (
		a.subject = ANY (ids)
		-- What may speak for them: see incident/owner.ts.
		OR a.kind IN ('incident', 'heating_stopped')
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
		'settings', d.alert_settings, 'lastSeenAt', epoch_ms(d.last_seen_at), 'gaps', to_jsonb(d.recent_gaps),
		'rhythm', d.rhythm, 'batteryPct', d.battery_pct, 'rssi', d.rssi,
		'clockLags', to_jsonb(d.clock_lags), 'clockLagGaps', to_jsonb(d.clock_lag_gaps),
		'calmVersion', d.calm_version, 'calmLow', to_jsonb(d.calm_low)
		));
END
$$;
--> statement-breakpoint
-- stored: function is_stored 4b9f725733e3c00c 70d4338b8b32d31e
-- Whether the request has been stored before, by an attempt whose answer was lost. An attempt under a clock that was not
-- to be trusted went by the database's: it may lie up to an hour back.
CREATE OR REPLACE FUNCTION is_stored(device integer, request_id integer, said timestamptz, received_at timestamptz)
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
	RETURN EXISTS (
		SELECT FROM snapshots s
		WHERE s.device_number = device AND s.request = request_id
			AND s.recorded_at >= least(said, received_at - limit_retry_hours() * interval '1 hour')
			AND s.recorded_at < greatest(said, received_at) + interval '1 second');
END
$$;
--> statement-breakpoint
-- stored: function read_snapshots 8cfa480ba908b228 e3f51260969af05a
-- The first `most` readings of some sensors with from_at <= time < to_at, or the last ones if newest_first. `places` is
-- a list of {place, deviceNumber, position}; readings of the same moment are in the order of `place`, and at after_at
-- only those behind after_place are taken. Time is read in slices: a page costs what it shows, not what is left.
CREATE OR REPLACE FUNCTION read_snapshots(places jsonb, device_numbers integer[], from_at timestamptz,
	to_at timestamptz, after_at timestamptz, after_place integer, newest_first boolean, most integer, slice interval)
RETURNS TABLE (place integer, recorded_at timestamptz, value float8)
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT
-- The planner leaves out the partitions of other days where it knows the slice.
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
	way integer := CASE WHEN newest_first THEN -1 ELSE 1 END;
	lower_at timestamptz;
	upper_at timestamptz;
	found integer;
BEGIN
	WHILE from_at < to_at AND most > 0 LOOP
		lower_at := CASE WHEN newest_first THEN greatest(from_at, to_at - slice) ELSE from_at END;
		upper_at := CASE WHEN newest_first THEN to_at ELSE least(to_at, from_at + slice) END;
		RETURN QUERY
		SELECT wanted.place, snapshot.recorded_at, snapshot."values"[wanted.position]
		FROM jsonb_to_recordset(places) AS wanted (place integer, "deviceNumber" integer, position smallint)
		JOIN snapshots snapshot ON snapshot.device_number = wanted."deviceNumber"
		WHERE snapshot.device_number = ANY (device_numbers)
			AND snapshot.recorded_at >= lower_at AND snapshot.recorded_at < upper_at
			AND snapshot."values"[wanted.position] IS NOT NULL
			AND (after_at IS NULL OR snapshot.recorded_at > after_at
				OR snapshot.recorded_at = after_at AND wanted.place > after_place)
		ORDER BY CASE WHEN newest_first THEN snapshot.recorded_at END DESC,
			CASE WHEN NOT newest_first THEN snapshot.recorded_at END, wanted.place * way
		LIMIT most;
		GET DIAGNOSTICS found = ROW_COUNT;
		most := most - found;
		IF newest_first THEN to_at := lower_at; ELSE from_at := upper_at; END IF;
		IF found > 0 THEN
			slice := slice * 2;
		ELSIF newest_first THEN
			-- The gap is passed over to the next snapshot before it: a slice later begins right behind that one.
			SELECT max(newest.at) + interval '1 microsecond' INTO to_at
			FROM unnest(device_numbers) AS device (number)
			CROSS JOIN LATERAL (
				SELECT max(snapshot.recorded_at) AS at FROM snapshots snapshot
				WHERE snapshot.device_number = device.number
					AND snapshot.recorded_at >= from_at AND snapshot.recorded_at < lower_at) AS newest;
		ELSE
			SELECT min(oldest.at) INTO from_at
			FROM unnest(device_numbers) AS device (number)
			CROSS JOIN LATERAL (
				SELECT min(snapshot.recorded_at) AS at FROM snapshots snapshot
				WHERE snapshot.device_number = device.number
					AND snapshot.recorded_at >= upper_at AND snapshot.recorded_at < to_at) AS oldest;
		END IF;
	END LOOP;
END
$$;
--> statement-breakpoint
-- stored: function said_last 3ca891a1e699d19e 0098c422d5ddfeed
-- A body that says once more what a device said when it was last seen, for an answer of "not modified". Readings
-- that had times of their own are not in it: they have been stored once and for all.
CREATE OR REPLACE FUNCTION said_last(device devices) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
	SELECT jsonb_build_object('faulty', '[]'::jsonb, 'readings', coalesce(jsonb_agg(jsonb_build_object(
		'key', s.key, 'unit', s.unit, 'state', s.is_state, 'value', device.latest_values[s.position])), '[]'))
	FROM sensors s WHERE s.device_id = device.id AND device.latest_at[s.position] = device.last_seen_at
);
--> statement-breakpoint
-- stored: function settle_units f7e45e897e1e258f 926dd3f8691da718
-- The device's sensors whose unit was assumed have this one from now on; `named` is the one that gave it away, and has it
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
	WHERE s.device_id = device AND s.unit_source = 'assumed'
$$;
--> statement-breakpoint
-- stored: function store_snapshot 1b197b1664d07802 f1bb5edc30c73dfa
-- Stores one request's values of one moment, and never over another's. A moment that is taken is left as it is, and these
-- values take the next free one. Only where the device gave the time (`is_own_time`) and the two do not contradict each
-- other are they one snapshot: what is sent once more is known, another sensor's value joins.
-- A reading that comes into a day that was rolled up takes the promise back that its buckets are whole. The caller
-- holds the device, as whoever gives the promise does. In plpgsql the statements are planned once.
CREATE OR REPLACE FUNCTION store_snapshot(
	device integer, at timestamptz, sent float8[], request_id integer DEFAULT 0, is_own_time boolean DEFAULT true
) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	-- A full snapshot is stored without a null bitmap: an array that began as nulls would keep its 8 bytes of one.
	full_values float8[] := CASE WHEN array_position(sent, NULL) IS NULL THEN ARRAY(SELECT unnest(sent)) ELSE sent END;
	joined timestamptz;
BEGIN
	INSERT INTO snapshots (device_number, request, recorded_at, "values") VALUES (device, request_id, at, full_values)
	ON CONFLICT (device_number, recorded_at) DO NOTHING;
	IF NOT FOUND THEN
		SELECT s.recorded_at INTO joined FROM snapshots s
		WHERE is_own_time AND s.device_number = device
			AND s.recorded_at >= at AND s.recorded_at < at + interval '1 millisecond'
			AND merge_values(s."values", sent) = merge_values(sent, s."values")
		ORDER BY s.recorded_at LIMIT 1;
		IF joined IS NULL THEN
			INSERT INTO snapshots (device_number, request, recorded_at, "values")
			VALUES (device, request_id, free_moment(device, at), full_values);
		ELSE
			UPDATE snapshots s SET "values" = merge_values(s."values", sent)
			WHERE s.device_number = device AND s.recorded_at = joined
				AND merge_values(s."values", sent) <> s."values";
		END IF;
	END IF;
	-- A sealed day keeps it: what comes into it all the same is told by the tiers when it is sealed too.
	DELETE FROM rolled_days
	WHERE device_number = device AND day = (at AT TIME ZONE 'UTC')::date AND NOT sealed;
END
$$;
--> statement-breakpoint
-- stored: function store_readings 9a7302e5eb51500c 361b6843d57d4917
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
			IF reading.unit_source = 'assumed' AND reading.assumed IS NOT TRUE AND reading.unit IN ('°F', '°C') THEN
				-- The sender has said it now, or by a number that is possible in one unit alone.
				PERFORM settle_units(device.id, reading.unit,
					CASE WHEN reading.celsius IS NULL THEN 'sender' ELSE 'settled' END, reading.key);
				reading.sensor_unit := reading.unit;
			ELSIF reading.celsius IS NOT NULL AND reading.unit_source IN ('assumed', 'settled') THEN
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
--> statement-breakpoint
-- stored: function record_feeds 782a61381c7fc251 64d50bbc7aa64e27
-- Many polled feeds, one call. `results` is what lib/feeds/feeds.queries.ts writes:
--   [{number, household, feed, device, lease, at, state, body, etag, next_poll_at, retry_at}]
--     lease    the lease_until that the poller was given: with any other one the feed is no longer its own
--     at       when it answered or failed; the receive time of its readings
--     state    ok | unchanged | a word of FEED_FAILURES
--     body     for store_readings where the state is ok
--     retry_at the next poll if this one has failed, here or before
-- Answers a row for each feed that was still the poller's; `stored` is null where this is a repeated attempt.
CREATE OR REPLACE FUNCTION record_feeds(results jsonb)
RETURNS TABLE (result_number integer, failed_with text, stored integer)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
			answer := store_readings(device, result.at, hashtext(result.at::text),
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
			failing_since = CASE WHEN failed_with IS NOT NULL THEN coalesce(f.failing_since, result.at) END,
			failures_in_row = CASE WHEN failed_with IS NULL THEN 0 ELSE f.failures_in_row + 1 END,
			next_poll_at = CASE WHEN failed_with IS NULL THEN result.next_poll_at ELSE result.retry_at END,
			etag = CASE WHEN result.state = 'ok' AND failed_with IS NULL THEN result.etag ELSE f.etag END
		WHERE f.household_id = feed.household_id AND f.id = feed.id;
		RETURN NEXT;
	END LOOP;
END
$$;
--> statement-breakpoint
-- stored: function trusted_time 09ee44cd4050d042 b7ce667362f3345d
-- The time at which a request arrived: what the instance that took it says, while the database's own clock does not
-- contradict it. An instance may be a little ahead, and a statement may wait a while before it runs; beyond that the
-- instance's clock is wrong and the database's counts.
CREATE OR REPLACE FUNCTION trusted_time(said timestamptz) RETURNS timestamptz
LANGUAGE sql VOLATILE
-- One expression and no setting of its own: PostgreSQL writes it into the statement that asks, where a FROM would have
-- it planned at each post.
RETURN CASE
	WHEN said > clock_timestamp() - limit_statement_wait_seconds() * interval '1 second'
		AND said < clock_timestamp() + limit_clock_ahead_milliseconds() * interval '1 millisecond'
	THEN said
	ELSE clock_timestamp()
END;
--> statement-breakpoint
-- stored: function record_post 105ba330e0ba76ca bf85ba235afeaf80
-- One ingest of any kind: what record_readings leaves to it. Answers as store_readings does, or unknown_key, or
-- rate_limited; all but `stored` have written nothing. What was stored comes with the facts that judging it needs;
-- `repeated` says that an earlier attempt stored it, `ahead_by` by how many seconds the instance's clock is wrong.
CREATE OR REPLACE FUNCTION record_post(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, body jsonb
) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	device devices;
	known ingest_receipts;
	answer jsonb;
	resets_at timestamptz;
	received_at timestamptz := trusted_time(said);
	-- A repeated attempt is judged too, and no more by a wrong clock than the first.
	clock_error jsonb := CASE WHEN received_at = said THEN '{}'
		ELSE jsonb_build_object('ahead_by', extract(epoch FROM said - received_at)) END;
BEGIN
	PERFORM ensure_snapshot_days(body->'readings');
	PERFORM ensure_snapshot_day((received_at AT TIME ZONE 'UTC')::date);
	-- Where a burst's last moments belong.
	PERFORM ensure_snapshot_day(((received_at + interval '1 second') AT TIME ZONE 'UTC')::date);

	SELECT * INTO device FROM devices WHERE ingest_key_hash = ingest_key FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN jsonb_build_object('outcome', 'unknown_key');
	END IF;
	-- A request that is newer than all before it, by a clock to be trusted, has not been here.
	IF (said <= device.requested_at OR received_at <> said)
		AND is_stored(device.number, request_id, said, received_at) THEN
		RETURN jsonb_build_object('outcome', 'stored', 'readings', NULL, 'sensors_created', 0, 'repeated', true)
			|| clock_error;
	END IF;
	IF receipt IS NOT NULL THEN
		SELECT * INTO known FROM ingest_receipts r
		WHERE r.device_id = device.id AND r.key_hash = receipt
			AND r.created_at > received_at - limit_idempotency_hours() * interval '1 hour';
		IF FOUND THEN
			RETURN jsonb_build_object(
				'outcome', 'stored', 'readings', known.readings, 'sensors_created', known.sensors_created,
				'repeated', true) || clock_error;
		END IF;
	END IF;

	-- The device's own minute begins with a post. What counts is the receive time: a stalled database counts no faster.
	IF device.window_at > received_at - limit_ingest_window_seconds() * interval '1 second'
		AND device.window_at < received_at + limit_statement_wait_seconds() * interval '1 second'
	THEN
		device.window_posts := device.window_posts + 1;
	ELSE
		device.window_at := received_at;
		device.window_posts := 1;
	END IF;
	resets_at := device.window_at + limit_ingest_window_seconds() * interval '1 second';
	IF device.window_posts > limit_ingest_per_minute() THEN
		RETURN jsonb_build_object('outcome', 'rate_limited', 'resets_in', extract(epoch FROM resets_at - received_at));
	END IF;

	-- An instance whose clock is years ahead makes the next hour's requests look for themselves, and no later ones.
	device.requested_at := least(greatest(device.requested_at, said),
		received_at + limit_retry_hours() * interval '1 hour');
	answer := store_readings(device, received_at, request_id, body, true);
	IF answer->>'outcome' = 'too_many_sensors' THEN
		RAISE EXCEPTION 'too many sensors' USING ERRCODE = 'HW001';
	END IF;
	IF receipt IS NOT NULL AND answer->>'outcome' = 'stored' THEN
		INSERT INTO ingest_receipts (device_id, key_hash, readings, sensors_created, created_at)
		VALUES (
			device.id, receipt, (answer->>'readings')::smallint, (answer->>'sensors_created')::smallint, received_at)
		ON CONFLICT (device_id, key_hash) DO UPDATE SET
			readings = excluded.readings, sensors_created = excluded.sensors_created,
			created_at = excluded.created_at;
	END IF;
	answer := answer || jsonb_build_object(
		'remaining', limit_ingest_per_minute() - device.window_posts,
		'resets_in', extract(epoch FROM resets_at - received_at));
	RETURN answer || clock_error;
END
$$;
--> statement-breakpoint
-- stored: function record_readings 376c67a5b21735bc b929ef46134957cf
-- One ingest, one call: `request_id` and `said` (when the instance received it, by its own clock) stay the same at every
-- attempt. The usual post is one UPDATE that finds, locks and moves the device, and one INSERT: a body of the shape that
-- the device had last (`sent` are its values in the order of the sensors), newer than all before it, within the limit, of
-- a device whose clock is right, and calm: every value within the band in which no rule moves, so that there are no
-- facts to answer. Whatever is otherwise in any way is left to record_post, which looks at everything. It alone has no path
-- of its own, which would make the usual post a tenth dearer: the session that finds it by name finds its tables too.
CREATE OR REPLACE FUNCTION record_readings(
	ingest_key bytea, request_id integer, said timestamptz, receipt bytea, shape integer, sent float8[],
	battery real, signal real, body text
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
	usual record;
	today date := (said AT TIME ZONE 'UTC')::date;
	-- Where record_post may store, having waited for the device.
	waited_until date := ((said + 2 * limit_statement_wait_seconds() * interval '1 second') AT TIME ZONE 'UTC')::date;
	begins_before timestamptz := said - limit_ingest_window_seconds() * interval '1 second';
BEGIN
	-- No table may be missing once the UPDATE has waited for the device: it keeps it although the post turns out to be
	-- an unusual one, and whoever makes a table may be waiting for the device.
	IF shape IS NULL OR receipt IS NOT NULL OR trusted_time(said) <> said
		OR to_regclass('snapshots_' || to_char(today, 'YYYYMMDD')) IS NULL
		OR (waited_until <> today AND to_regclass('snapshots_' || to_char(waited_until, 'YYYYMMDD')) IS NULL)
	THEN
		RETURN record_post(ingest_key, request_id, said, receipt, body::jsonb);
	END IF;
	UPDATE devices d SET
		last_seen_at = said,
		requested_at = said,
		latest_values = sent,
		latest_at = array_fill(said, ARRAY[cardinality(sent)]),
		battery_pct = coalesce(battery, d.battery_pct),
		rssi = coalesce(signal, d.rssi),
		window_at = CASE WHEN d.window_at > begins_before THEN d.window_at ELSE said END,
		window_posts = CASE WHEN d.window_at > begins_before THEN d.window_posts + 1 ELSE 1 END,
		recent_gaps = CASE WHEN said - d.last_seen_at >= limit_usual_gap_seconds_min() * interval '1 second'
			THEN (extract(epoch FROM said - d.last_seen_at)::integer || d.recent_gaps)[1:limit_usual_gaps_max()]
			ELSE d.recent_gaps END
	WHERE d.ingest_key_hash = ingest_key AND d.body_shape = shape
		AND d.requested_at < said AND d.last_seen_at < said AND d.clock_lags = '{}'
		AND (d.window_at <= begins_before OR d.window_posts < limit_ingest_per_minute())
		AND is_calm(sent, d.calm_low, d.calm_high)
	RETURNING d.number, d.window_posts,
		extract(epoch FROM d.window_at - begins_before) AS resets_in INTO usual;
	IF NOT FOUND THEN
		RETURN record_post(ingest_key, request_id, said, receipt, body::jsonb);
	END IF;
	-- Whoever stores for this device holds it, so that looking is enough: ON CONFLICT would log each row twice.
	INSERT INTO snapshots (device_number, request, recorded_at, "values")
	SELECT usual.number, request_id, said, sent
	WHERE NOT EXISTS (SELECT FROM snapshots s WHERE s.device_number = usual.number AND s.recorded_at = said);
	IF NOT FOUND THEN
		INSERT INTO snapshots (device_number, request, recorded_at, "values")
		VALUES (usual.number, request_id, free_moment(usual.number, said), sent);
	END IF;
	DELETE FROM rolled_days r WHERE r.device_number = usual.number AND r.day = today AND NOT r.sealed;
	RETURN jsonb_build_object('outcome', 'stored', 'readings', cardinality(sent), 'sensors_created', 0,
		'remaining', limit_ingest_per_minute() - usual.window_posts, 'resets_in', usual.resets_in);
END
$$;
--> statement-breakpoint
-- stored: function sensor_facts 88fb9b721e0862f3 27b6bc518b75fd24
-- SensorFacts of lib/alerts/facts.ts, by the device's clock; `before` is the latest value until the one at hand.
CREATE OR REPLACE FUNCTION sensor_facts(s sensors, d devices, before float8) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_build_object(
		'id', s.id, 'position', s.position, 'label', s.label, 'kind', s.kind, 'unit', s.unit, 'unitSource', s.unit_source, 'isState', s.is_state,
		'trueMeans', coalesce(d.contact_true_means, s.true_means),
		'faultyAt', epoch_ms(s.faulty_at), 'fault', s.fault, 'faultySince', epoch_ms(s.faulty_since),
		'placement', s.placement, 'placementGuess', s.placement_guess, 'weekFloor', s.week_floor, 'settings', s.alert_settings, 'value', d.latest_values[s.position],
		'at', epoch_ms(d.latest_at[s.position]), 'valueBefore', before);
--> statement-breakpoint
-- stored: function store_calm 46dd41da01aeaced 0e68268f0b7695f7
-- Remembers the bands [{position, low, high}] of a device's sensors in which no rule moves, unless something that rules go
-- by has changed since they were derived (`version`), or a latest value has left its band.
CREATE OR REPLACE FUNCTION store_calm(wanted text, version integer, bands jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	device devices;
	band record;
	none float8[];
BEGIN
	SELECT * INTO device FROM devices d WHERE d.id = wanted AND d.calm_version = version FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	none := array_fill(NULL::float8, ARRAY[cardinality(device.latest_values)]);
	device.calm_low := coalesce(device.calm_low, none);
	device.calm_high := coalesce(device.calm_high, none);
	FOR band IN SELECT * FROM jsonb_to_recordset(bands) AS b (position smallint, low float8, high float8) LOOP
		IF device.latest_values[band.position] BETWEEN band.low AND band.high THEN
			device.calm_low[band.position] := band.low;
			device.calm_high[band.position] := band.high;
		END IF;
	END LOOP;
	UPDATE devices SET calm_low = device.calm_low, calm_high = device.calm_high WHERE id = wanted;
END
$$;
--> statement-breakpoint
-- stored: function tick_facts f8bd74005798c11a 308dd77256423b08
-- TickFacts of lib/alerts/tick-facts.ts: a whole household as it stands.
CREATE OR REPLACE FUNCTION tick_facts(wanted text) RETURNS jsonb
LANGUAGE sql STABLE
RETURN (
	SELECT jsonb_build_object(
		'household', household_facts(h.id),
		'place', CASE WHEN h.latitude IS NOT NULL AND h.longitude IS NOT NULL
			THEN jsonb_build_object('latitude', h.latitude, 'longitude', h.longitude) END,
		'devices', (
			SELECT coalesce(jsonb_agg(jsonb_build_object(
				'device', device_facts(d) || jsonb_build_object('failingFeed', (
					SELECT jsonb_build_object('since', epoch_ms(f.failing_since), 'failure', f.failure)
					FROM pull_feeds f WHERE f.device_id = d.id AND f.failing_since IS NOT NULL)),
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
);
--> statement-breakpoint
-- stored: function try_readings 811efa5fdb823edd 1e68e4b8be74b8ee
-- A drill's posts of one device, in their order. store_readings does with each what it does with a real one; then all of it
-- is undone within the same statement, so that nobody else ever sees any of it. Answers what it answered to each.
--   posts [{said, body}]  `body` as store_readings reads it, `said` the time at which it counts
CREATE OR REPLACE FUNCTION try_readings(of_device text, posts jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	post record;
	device devices;
	answers jsonb := '[]';
BEGIN
	-- The tables of days stay, as the clock would make them: undoing one would keep others waiting.
	PERFORM ensure_snapshot_day((p.said AT TIME ZONE 'UTC')::date)
	FROM jsonb_to_recordset(posts) AS p (said timestamptz);
	BEGIN
		FOR post IN SELECT * FROM jsonb_to_recordset(posts) AS p (said timestamptz, body jsonb) ORDER BY p.said LOOP
			SELECT * INTO device FROM devices d WHERE d.id = of_device FOR NO KEY UPDATE;
			EXIT WHEN NOT FOUND;
			answers := answers || jsonb_build_array(store_readings(device, post.said, 0, post.body, true));
		END LOOP;
		RAISE EXCEPTION 'a drill leaves nothing behind' USING ERRCODE = 'HW002';
	EXCEPTION WHEN SQLSTATE 'HW002' THEN
		NULL;
	END;
	RETURN answers;
END
$$;
