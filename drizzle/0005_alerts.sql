CREATE TABLE "alert_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"sensor_id" text NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_states" (
	"household_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"version" integer NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "alert_states_household_id_kind_subject_pk" PRIMARY KEY("household_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"episode" integer NOT NULL,
	"severity" text NOT NULL,
	"opened_at" timestamp (6) with time zone NOT NULL,
	"closed_at" timestamp (6) with time zone,
	"close_reason" text,
	"acknowledged_at" timestamp (6) with time zone,
	"acknowledged_by" text,
	"device_id" text,
	"sensor_id" text,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_id" text NOT NULL,
	"household_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"finding" jsonb NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"tell_at" timestamp (6) with time zone,
	"told_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"job" text NOT NULL,
	"tick" timestamp (6) with time zone NOT NULL,
	"started_at" timestamp (6) with time zone NOT NULL,
	"lease_until" timestamp (6) with time zone NOT NULL,
	"finished_at" timestamp (6) with time zone,
	"attempts" integer DEFAULT 1 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"error" text,
	CONSTRAINT "job_runs_job_tick_pk" PRIMARY KEY("job","tick")
);
--> statement-breakpoint
CREATE TABLE "sms_usage" (
	"household_id" text NOT NULL,
	"month" text NOT NULL,
	"sent" integer NOT NULL,
	CONSTRAINT "sms_usage_household_id_month_pk" PRIMARY KEY("household_id","month")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "recent_gaps" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "alert_settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "alert_settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "snoozed_until" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "vacation_since" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "vacation_until" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "alert_settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "notifications" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_gone_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_states" ADD CONSTRAINT "alert_states_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_usage" ADD CONSTRAINT "sms_usage_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_rules_household" ON "alert_rules" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "alert_rules_sensor" ON "alert_rules" USING btree ("sensor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_episode" ON "alerts" USING btree ("household_id","kind","subject","episode");--> statement-breakpoint
CREATE INDEX "alerts_household_opened" ON "alerts" USING btree ("household_id","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "findings_alert_sequence" ON "findings" USING btree ("alert_id","sequence");--> statement-breakpoint
CREATE INDEX "findings_to_tell" ON "findings" USING btree ("tell_at") WHERE told_at is null and tell_at is not null;--> statement-breakpoint
CREATE INDEX "job_runs_started" ON "job_runs" USING btree ("started_at");