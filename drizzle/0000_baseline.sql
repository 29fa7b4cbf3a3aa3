CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"household_id" text NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text
);
--> statement-breakpoint
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
	"title" text NOT NULL,
	"incident_id" text
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
	"notified_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "household_checks" (
	"household_id" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (6) with time zone NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"outdoor" jsonb
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"key_hint" text NOT NULL,
	"created_by" text NOT NULL,
	"last_used_at" timestamp (6) with time zone,
	"revoked_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chart_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"text" text NOT NULL,
	"user_id" text,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "city_aggregates" (
	"city" text NOT NULL,
	"day" date NOT NULL,
	"homes" integer NOT NULL,
	"freeze_share" real NOT NULL,
	"outage_share" real NOT NULL,
	"power_share" real DEFAULT 0 NOT NULL,
	"heating_share" real DEFAULT 0 NOT NULL,
	"lowest_celsius" real,
	CONSTRAINT "city_aggregates_city_day_pk" PRIMARY KEY("city","day")
);
--> statement-breakpoint
CREATE TABLE "bays" (
	"household_id" text NOT NULL,
	"bay_id" text NOT NULL,
	"name" text NOT NULL,
	"space" text,
	"sensor_ids" jsonb,
	"mood_override" text,
	"override_until" timestamp (6) with time zone,
	"updated_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "bays_household_id_bay_id_pk" PRIMARY KEY("household_id","bay_id")
);
--> statement-breakpoint
CREATE TABLE "companion_refresh_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"spent_at" timestamp (6) with time zone,
	"sealed_successor" text
);
--> statement-breakpoint
CREATE TABLE "companion_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"household_id" text NOT NULL,
	"access_hash" "bytea" NOT NULL,
	"access_expires_at" timestamp (6) with time zone NOT NULL,
	"device_label" text NOT NULL,
	"opened_from" text,
	"opened_country" text,
	"last_used_at" timestamp (6) with time zone NOT NULL,
	"ends_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "puck_claims" (
	"nonce_hash" "bytea" PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"device_id" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"used_at" timestamp (6) with time zone,
	"voided_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pucks" (
	"device_id" text NOT NULL,
	"household_id" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"bay_id" text,
	"registered_at" timestamp (6) with time zone NOT NULL,
	"bound_at" timestamp (6) with time zone,
	CONSTRAINT "pucks_household_id_device_id_pk" PRIMARY KEY("household_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "contact_points" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"sealed_secret" text,
	"previous_key_until" timestamp (6) with time zone,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after_minutes" smallint,
	"verified_at" timestamp (6) with time zone,
	"gone_at" timestamp (6) with time zone,
	"sealed_code" text,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"code_expires_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "devices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"household_id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"space" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"flat_temperature_unit" text DEFAULT 'F' NOT NULL,
	"contact_true_means" text,
	"ingest_key_hash" "bytea",
	"ingest_key_hint" text,
	"sealed_ingest_key" text,
	"callout_ingest_key" text,
	"callout_until" timestamp (6) with time zone,
	"battery_pct" real,
	"rssi" real,
	"last_seen_at" timestamp (6) with time zone,
	"requested_at" timestamp (6) with time zone,
	"recent_gaps" integer[] DEFAULT '{}' NOT NULL,
	"clock_lags" real[] DEFAULT '{}' NOT NULL,
	"clock_lag_gaps" real[] DEFAULT '{}' NOT NULL,
	"body_shape" integer,
	"deadband_low" double precision[],
	"deadband_high" double precision[],
	"deadband_version" integer DEFAULT 0 NOT NULL,
	"alert_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"latest_values" double precision[] DEFAULT '{}' NOT NULL,
	"latest_at" timestamp (6) with time zone[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
) WITH (fillfactor=70);
--> statement-breakpoint
CREATE TABLE "removed_devices" (
	"number" integer PRIMARY KEY NOT NULL,
	"removed_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensors" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"position" smallint NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text,
	"unit_source" text,
	"is_state" boolean NOT NULL,
	"true_means" text,
	"visible" boolean DEFAULT true NOT NULL,
	"faulty_at" timestamp (6) with time zone,
	"fault" text,
	"faulty_since" timestamp (6) with time zone,
	"placement" text,
	"placement_guess" jsonb,
	"week_floor" jsonb,
	"week_floor_at" timestamp (6) with time zone,
	"alert_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_photos" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"place" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emergency_cards" (
	"household_id" text PRIMARY KEY NOT NULL,
	"card" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_objects" (
	"key" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "escalation_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "escalation_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_id" text NOT NULL,
	"household_id" text NOT NULL,
	"round" integer NOT NULL,
	"place" integer NOT NULL,
	"step" jsonb NOT NULL,
	"members_notified" boolean NOT NULL,
	"due_at" timestamp (6) with time zone NOT NULL,
	"notified_at" timestamp (6) with time zone,
	"ended_at" timestamp (6) with time zone,
	"message_ids" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "escalations" (
	"household_id" text PRIMARY KEY NOT NULL,
	"steps" jsonb NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "battery_days" (
	"device_number" integer NOT NULL,
	"day" date NOT NULL,
	"pct" real NOT NULL,
	CONSTRAINT "battery_days_device_number_day_pk" PRIMARY KEY("device_number","day")
);
--> statement-breakpoint
CREATE TABLE "carried_values" (
	"device_number" integer NOT NULL,
	"from_bucket" integer NOT NULL,
	"to_bucket" integer NOT NULL,
	"position" smallint NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "carried_values_device_number_position_from_bucket_pk" PRIMARY KEY("device_number","position","from_bucket")
) WITH (fillfactor=80);
--> statement-breakpoint
CREATE TABLE "history_15m_chunks" (
	"device_number" integer NOT NULL,
	"day" date NOT NULL,
	"position" smallint NOT NULL,
	"chunk" "bytea" STORAGE EXTERNAL NOT NULL,
	CONSTRAINT "history_15m_chunks_device_number_position_day_pk" PRIMARY KEY("device_number","position","day")
) PARTITION BY RANGE ("day");
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
	CONSTRAINT "history_1d_device_number_position_bucket_pk" PRIMARY KEY("device_number","position","bucket")
);
--> statement-breakpoint
CREATE TABLE "history_1h_chunks" (
	"device_number" integer NOT NULL,
	"day" date NOT NULL,
	"position" smallint NOT NULL,
	"chunk" "bytea" STORAGE EXTERNAL NOT NULL,
	CONSTRAINT "history_1h_chunks_device_number_position_day_pk" PRIMARY KEY("device_number","position","day")
);
--> statement-breakpoint
CREATE TABLE "history_chunks" (
	"device_number" integer NOT NULL,
	"day" date NOT NULL,
	"position" smallint NOT NULL,
	"chunk" "bytea" STORAGE EXTERNAL NOT NULL,
	CONSTRAINT "history_chunks_device_number_position_day_pk" PRIMARY KEY("device_number","position","day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "ingest_receipts" (
	"device_id" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"readings" smallint NOT NULL,
	"sensors_created" smallint NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "ingest_receipts_device_id_key_hash_pk" PRIMARY KEY("device_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "rolled_days" (
	"device_number" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "rolled_days_device_number_day_pk" PRIMARY KEY("device_number","day")
);
--> statement-breakpoint
CREATE TABLE "sealed_days" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"before" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"device_number" integer NOT NULL,
	"request" integer DEFAULT 0 NOT NULL,
	"recorded_at" timestamp (6) with time zone NOT NULL,
	"values" double precision[] NOT NULL,
	CONSTRAINT "snapshots_device_number_recorded_at_pk" PRIMARY KEY("device_number","recorded_at")
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "home_contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"sealed_secret" text,
	"language" text NOT NULL,
	"tells" text NOT NULL,
	"spaces" text[] DEFAULT '{}' NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"confirmed_at" timestamp (6) with time zone,
	"stopped_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "responder_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"alert_ids" text[] NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "households" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"trial_ends_at" timestamp (6) with time zone,
	"downgraded_at" timestamp (6) with time zone,
	"history_cut_on" date,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"temperature_unit" text DEFAULT 'F' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"city" text,
	"share_city_aggregates" boolean DEFAULT false NOT NULL,
	"snoozed_until" timestamp (6) with time zone,
	"vacation_since" timestamp (6) with time zone,
	"vacation_until" timestamp (6) with time zone,
	"alert_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rooms" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"opened_network" text,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"household_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"notifications" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "memberships_household_id_user_id_pk" PRIMARY KEY("household_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "inbound_receipts" (
	"token_id" text NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "inbound_receipts_token_id_content_hash_pk" PRIMARY KEY("token_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "inbound_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_hint" text NOT NULL,
	"created_by" text,
	"sealed_signing_secret" text,
	"requires_timestamp" boolean DEFAULT false NOT NULL,
	"revoked_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clock_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (6) with time zone NOT NULL,
	"answered_at" timestamp (6) with time zone,
	"job" text
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
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"kind" text NOT NULL,
	"sealed_message" text NOT NULL,
	"is_critical" boolean DEFAULT false NOT NULL,
	"turn_of" text,
	"alert_ids" text[] DEFAULT '{}' NOT NULL,
	"replay_of" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (6) with time zone NOT NULL,
	"attempted_at" timestamp (6) with time zone,
	"lease_until" timestamp (6) with time zone,
	"provider_id" text,
	"last_error" text,
	"receipt" text,
	"receipt_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL,
	"settled_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"signatures" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"backed_up" boolean NOT NULL,
	"name" text NOT NULL,
	"last_used_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_passkey_challenges" (
	"challenge_hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "probes" (
	"household_id" text NOT NULL,
	"id" text NOT NULL,
	"feed_id" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"visible" boolean NOT NULL,
	CONSTRAINT "probes_household_id_id_pk" PRIMARY KEY("household_id","id")
);
--> statement-breakpoint
CREATE TABLE "pull_feeds" (
	"household_id" text NOT NULL,
	"id" text NOT NULL,
	"device_id" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"sealed_url" text,
	"enabled" boolean NOT NULL,
	"json_root" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL,
	"last_polled_at" timestamp (6) with time zone,
	"last_ok_at" timestamp (6) with time zone,
	"failure" text,
	"failures_in_row" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (6) with time zone,
	"next_poll_at" timestamp (6) with time zone DEFAULT 'epoch' NOT NULL,
	"lease_until" timestamp (6) with time zone,
	"etag" text,
	CONSTRAINT "pull_feeds_household_id_id_pk" PRIMARY KEY("household_id","id")
);
--> statement-breakpoint
CREATE TABLE "request_receipts" (
	"household_id" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"attempt" text NOT NULL,
	"status" smallint,
	"sealed_answer" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "request_receipts_household_id_key_hash_pk" PRIMARY KEY("household_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "received_bodies" (
	"device_id" text PRIMARY KEY NOT NULL,
	"bodies" jsonb NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"user_id" text NOT NULL,
	"alert_ids" text[] NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "declined_invitations" (
	"email" text NOT NULL,
	"home" text NOT NULL,
	"declined_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "declined_invitations_email_home_pk" PRIMARY KEY("email","home")
);
--> statement-breakpoint
CREATE TABLE "host_pace" (
	"host" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (6) with time zone NOT NULL,
	"paused_until" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "sending_counts" (
	"channel" text NOT NULL,
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"period" text NOT NULL,
	"sent" integer NOT NULL,
	CONSTRAINT "sending_counts_channel_scope_subject_period_pk" PRIMARY KEY("channel","scope","subject","period")
);
--> statement-breakpoint
CREATE TABLE "sending_pace" (
	"channel" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_hint" text NOT NULL,
	"created_by" text,
	"expires_at" timestamp (6) with time zone,
	"revoked_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"accepted_at" timestamp (6) with time zone,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"household_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_hint" text NOT NULL,
	"user_agent" text NOT NULL,
	"opened_from" text,
	"opened_country" text,
	"last_used_at" timestamp (6) with time zone NOT NULL,
	"proved_at" timestamp (6) with time zone,
	"passkey_id" text,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"sealed_code" text NOT NULL,
	"link_hash" "bytea" NOT NULL,
	"challenge_hash" "bytea",
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (6) with time zone,
	"used_network" text,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"subject" text PRIMARY KEY NOT NULL,
	"opened_at" timestamp (6) with time zone NOT NULL,
	"closed_at" timestamp (6) with time zone,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"impact" text NOT NULL,
	"components" text[] NOT NULL,
	"opened_at" timestamp (6) with time zone NOT NULL,
	"closed_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "status_news" (
	"id" text PRIMARY KEY NOT NULL,
	"incident_id" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"mailed_to" text DEFAULT '' NOT NULL,
	"mailed_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "status_subscribers" (
	"email" text PRIMARY KEY NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"confirm_hash" "bytea",
	"confirm_expires_at" timestamp (6) with time zone,
	"confirmed_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"temperature_unit" text,
	"blocked_for" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	"name" text
);
--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_states" ADD CONSTRAINT "alert_states_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "household_checks" ADD CONSTRAINT "household_checks_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chart_notes" ADD CONSTRAINT "chart_notes_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chart_notes" ADD CONSTRAINT "chart_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bays" ADD CONSTRAINT "bays_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companion_refresh_tokens" ADD CONSTRAINT "companion_refresh_tokens_session_id_companion_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "companion_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companion_sessions" ADD CONSTRAINT "companion_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companion_sessions" ADD CONSTRAINT "companion_sessions_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puck_claims" ADD CONSTRAINT "puck_claims_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pucks" ADD CONSTRAINT "pucks_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_points" ADD CONSTRAINT "contact_points_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_photos" ADD CONSTRAINT "card_photos_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_cards" ADD CONSTRAINT "emergency_cards_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_steps" ADD CONSTRAINT "escalation_steps_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_receipts" ADD CONSTRAINT "ingest_receipts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_contacts" ADD CONSTRAINT "home_contacts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responder_links" ADD CONSTRAINT "responder_links_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responder_links" ADD CONSTRAINT "responder_links_contact_id_home_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "home_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_receipts" ADD CONSTRAINT "inbound_receipts_token_id_inbound_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "inbound_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_tokens" ADD CONSTRAINT "inbound_tokens_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probes" ADD CONSTRAINT "probes_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD CONSTRAINT "pull_feeds_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD CONSTRAINT "pull_feeds_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_receipts" ADD CONSTRAINT "request_receipts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_bodies" ADD CONSTRAINT "received_bodies_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_links" ADD CONSTRAINT "alert_links_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_links" ADD CONSTRAINT "alert_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_news" ADD CONSTRAINT "status_news_incident_id_status_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "status_incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_household" ON "activity" USING btree ("household_id","id");--> statement-breakpoint
CREATE INDEX "activity_same" ON "activity" USING btree ("household_id","action","at");--> statement-breakpoint
CREATE INDEX "alert_rules_household" ON "alert_rules" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "alert_rules_sensor" ON "alert_rules" USING btree ("sensor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_episode" ON "alerts" USING btree ("household_id","kind","subject","episode");--> statement-breakpoint
CREATE INDEX "alerts_household_opened" ON "alerts" USING btree ("household_id","opened_at");--> statement-breakpoint
CREATE INDEX "alerts_taken" ON "alerts" USING btree ("acknowledged_at") WHERE closed_at is null and acknowledged_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "findings_alert_sequence" ON "findings" USING btree ("alert_id","sequence");--> statement-breakpoint
CREATE INDEX "findings_to_tell" ON "findings" USING btree ("tell_at") WHERE notified_at is null and tell_at is not null;--> statement-breakpoint
CREATE INDEX "household_checks_due" ON "household_checks" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_household" ON "api_keys" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "chart_notes_household" ON "chart_notes" USING btree ("household_id","at");--> statement-breakpoint
CREATE INDEX "chart_notes_user" ON "chart_notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "companion_refresh_tokens_session" ON "companion_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "companion_sessions_access_hash" ON "companion_sessions" USING btree ("access_hash");--> statement-breakpoint
CREATE INDEX "companion_sessions_user" ON "companion_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "puck_claims_household" ON "puck_claims" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "puck_claims_device" ON "puck_claims" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pucks_bound" ON "pucks" USING btree ("device_id") WHERE bound_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_points_user_address" ON "contact_points" USING btree ("user_id","channel","address");--> statement-breakpoint
CREATE INDEX "contact_points_address" ON "contact_points" USING btree ("channel","address");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_number" ON "devices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_ingest_key_hash" ON "devices" USING btree ("ingest_key_hash");--> statement-breakpoint
CREATE INDEX "devices_household" ON "devices" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sensors_device_key" ON "sensors" USING btree ("device_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "sensors_device_position" ON "sensors" USING btree ("device_id","position");--> statement-breakpoint
CREATE INDEX "card_photos_household" ON "card_photos" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "removed_objects_due" ON "removed_objects" USING btree ("removed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "escalation_steps_place" ON "escalation_steps" USING btree ("alert_id","round","place");--> statement-breakpoint
CREATE INDEX "escalation_steps_due" ON "escalation_steps" USING btree ("due_at") WHERE notified_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "escalation_steps_household" ON "escalation_steps" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "home_contacts_address" ON "home_contacts" USING btree ("household_id","channel","address");--> statement-breakpoint
CREATE UNIQUE INDEX "home_contacts_token" ON "home_contacts" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "home_contacts_by_address" ON "home_contacts" USING btree ("channel","address");--> statement-breakpoint
CREATE INDEX "responder_links_contact" ON "responder_links" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_tokens_token_hash" ON "inbound_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "inbound_tokens_household" ON "inbound_tokens" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "job_runs_started" ON "job_runs" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_dedupe_key" ON "outbox" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "outbox_household" ON "outbox" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_provider_id" ON "outbox" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_ringing" ON "outbox" USING btree ("created_at") WHERE receipt = 'ringing';--> statement-breakpoint
CREATE INDEX "outbox_attempted" ON "outbox" USING btree ("household_id","attempted_at") WHERE attempted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_id" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "used_passkey_challenges_expires" ON "used_passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "probes_feed_key" ON "probes" USING btree ("household_id","feed_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "pull_feeds_device" ON "pull_feeds" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "pull_feeds_due" ON "pull_feeds" USING btree ("next_poll_at","household_id") WHERE enabled;--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_token_hash" ON "share_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "share_links_household" ON "share_links" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_household_email" ON "invitations" USING btree ("household_id","email");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_challenges_link_hash" ON "sign_in_challenges" USING btree ("link_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_challenges_challenge_hash" ON "sign_in_challenges" USING btree ("challenge_hash");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_email" ON "sign_in_challenges" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "status_incidents_opened" ON "status_incidents" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "status_news_incident" ON "status_news" USING btree ("incident_id","at");--> statement-breakpoint
CREATE INDEX "status_news_unmailed" ON "status_news" USING btree ("at") WHERE mailed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscribers_confirm" ON "status_subscribers" USING btree ("confirm_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");
