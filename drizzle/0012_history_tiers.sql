CREATE TABLE "city_aggregates" (
	"city" text NOT NULL,
	"day" date NOT NULL,
	"homes" integer NOT NULL,
	"freeze_share" real NOT NULL,
	"outage_share" real NOT NULL,
	CONSTRAINT "city_aggregates_city_day_pk" PRIMARY KEY("city","day")
);
--> statement-breakpoint
CREATE TABLE "history_15m" (
	"device_number" integer NOT NULL,
	"bucket" integer NOT NULL,
	"readings" integer NOT NULL,
	"position" smallint NOT NULL,
	"mean" double precision NOT NULL,
	"low" double precision,
	"high" double precision,
	"last" double precision,
	CONSTRAINT "history_15m_device_number_position_bucket_pk" PRIMARY KEY("device_number","position","bucket")
) PARTITION BY RANGE ("bucket");
--> statement-breakpoint
CREATE TABLE "history_1d" (
	"device_number" integer NOT NULL,
	"bucket" integer NOT NULL,
	"readings" integer NOT NULL,
	"position" smallint NOT NULL,
	"mean" double precision NOT NULL,
	"low" double precision,
	"high" double precision,
	"last" double precision,
	"low_at" timestamp (6) with time zone NOT NULL,
	"high_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "history_1d_device_number_position_bucket_pk" PRIMARY KEY("device_number","position","bucket")
);
--> statement-breakpoint
CREATE TABLE "history_1h" (
	"device_number" integer NOT NULL,
	"bucket" integer NOT NULL,
	"readings" integer NOT NULL,
	"position" smallint NOT NULL,
	"mean" double precision NOT NULL,
	"low" double precision,
	"high" double precision,
	"last" double precision,
	CONSTRAINT "history_1h_device_number_position_bucket_pk" PRIMARY KEY("device_number","position","bucket")
);
--> statement-breakpoint
CREATE TABLE "history_chunks" (
	"device_number" integer NOT NULL,
	"day" date NOT NULL,
	"position" smallint NOT NULL,
	"chunk" "bytea" NOT NULL,
	CONSTRAINT "history_chunks_device_number_position_day_pk" PRIMARY KEY("device_number","position","day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "rolled_days" (
	"device_number" integer NOT NULL,
	"day" date NOT NULL,
	"sealed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "rolled_days_device_number_day_pk" PRIMARY KEY("device_number","day")
);
--> statement-breakpoint
CREATE TABLE "sealed_days" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"before" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"subject" text PRIMARY KEY NOT NULL,
	"opened_at" timestamp (6) with time zone NOT NULL,
	"closed_at" timestamp (6) with time zone,
	"reason" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "downgraded_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "history_cut_on" date;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "share_city_aggregates" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Chunks are small already.
ALTER TABLE "history_chunks" ALTER COLUMN "chunk" SET STORAGE EXTERNAL;
--> statement-breakpoint
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
-- The month's partitions of chunks and of quarter hours are made by whoever needs them first, before they have
-- locked anything.
CREATE FUNCTION ensure_history_month(day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	first date := date_trunc('month', day::timestamp)::date;
	next date := (date_trunc('month', day::timestamp) + interval '1 month')::date;
	suffix text := to_char(day, 'YYYYMM');
BEGIN
	IF to_regclass('history_chunks_' || suffix) IS NOT NULL AND to_regclass('history_15m_' || suffix) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('history'));
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_chunks FOR VALUES FROM (%L) TO (%L)',
		'history_chunks_' || suffix, first, next);
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF history_15m FOR VALUES FROM (%s) TO (%s)',
		'history_15m_' || suffix, (first - '1970-01-01'::date) * 96, (next - '1970-01-01'::date) * 96);
END
$$;
--> statement-breakpoint
-- True where the day's partition of snapshots was empty and is gone. Who waits for the whole table makes everyone
-- behind them wait: after a second it is left to the next run.
CREATE FUNCTION drop_snapshot_day(day date) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
	partition_name text := 'snapshots_' || to_char(day, 'YYYYMMDD');
	is_used boolean;
BEGIN
	IF to_regclass(partition_name) IS NULL THEN
		RETURN true;
	END IF;
	PERFORM set_config('lock_timeout', '1s', true);
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
-- Drops the months of `parent` (history_chunks or history_15m) that end at or before `before`; answers how many.
CREATE FUNCTION drop_history_months(parent regclass, before date) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
	child record;
	dropped integer := 0;
BEGIN
	PERFORM set_config('lock_timeout', '1s', true);
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
