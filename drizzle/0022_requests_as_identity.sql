ALTER TABLE "devices" ADD COLUMN "requested_at" timestamp (6) with time zone;--> statement-breakpoint
-- The id goes before the time, where each row had four bytes of padding: the table is made anew, day by day.
DO $do$
DECLARE
	day record;
BEGIN
	ALTER TABLE snapshots RENAME TO snapshots_before;
	ALTER TABLE snapshots_before RENAME CONSTRAINT snapshots_device_number_recorded_at_pk TO snapshots_before_pk;
	CREATE TABLE snapshots (
		device_number integer NOT NULL,
		request integer DEFAULT 0 NOT NULL,
		recorded_at timestamp (6) with time zone NOT NULL,
		"values" double precision[] NOT NULL,
		CONSTRAINT snapshots_device_number_recorded_at_pk PRIMARY KEY (device_number, recorded_at)
	) PARTITION BY RANGE (recorded_at);
	FOR day IN
		SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
		FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'snapshots_before'::regclass ORDER BY c.relname
	LOOP
		EXECUTE format('ALTER TABLE %I RENAME TO %I', day.name, day.name || '_before');
		EXECUTE format('CREATE TABLE %I PARTITION OF snapshots %s', day.name, day.bounds);
		EXECUTE format('INSERT INTO %I (device_number, recorded_at, "values") SELECT device_number, recorded_at, "values" FROM %I ORDER BY recorded_at',
			day.name, day.name || '_before');
	END LOOP;
	DROP TABLE snapshots_before;
END
$do$;--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "recent_requests";