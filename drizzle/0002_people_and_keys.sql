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
CREATE TABLE "api_receipts" (
	"household_id" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"answer" jsonb NOT NULL,
	"sealed_secret" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "api_receipts_household_id_key_hash_pk" PRIMARY KEY("household_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"household_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "memberships_household_id_user_id_pk" PRIMARY KEY("household_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "inbound_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_hint" text NOT NULL,
	"sealed_signing_secret" text,
	"revoked_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
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
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (6) with time zone NOT NULL,
	"lease_until" timestamp (6) with time zone,
	"provider_id" text,
	"last_error" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	"settled_at" timestamp (6) with time zone
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
	"enabled" boolean NOT NULL,
	"json_root" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "pull_feeds_household_id_id_pk" PRIMARY KEY("household_id","id")
);
--> statement-breakpoint
CREATE TABLE "push_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"platform" text,
	"app_id" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL
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
	"last_used_at" timestamp (6) with time zone NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"link_hash" "bytea" NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (6) with time zone,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_subscribers" (
	"email" text PRIMARY KEY NOT NULL,
	"confirm_hash" "bytea",
	"confirm_expires_at" timestamp (6) with time zone,
	"unsubscribe_hash" "bytea" NOT NULL,
	"confirmed_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "sealed_ingest_key" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "callout_ingest_key" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "callout_until" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "trial_ends_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "temperature_unit" text DEFAULT 'F' NOT NULL;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_receipts" ADD CONSTRAINT "api_receipts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_tokens" ADD CONSTRAINT "inbound_tokens_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probes" ADD CONSTRAINT "probes_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD CONSTRAINT "pull_feeds_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_feeds" ADD CONSTRAINT "pull_feeds_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_tokens" ADD CONSTRAINT "push_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_household" ON "activity" USING btree ("household_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_household" ON "api_keys" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_tokens_token_hash" ON "inbound_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "inbound_tokens_household" ON "inbound_tokens" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_dedupe_key" ON "outbox" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "outbox_household" ON "outbox" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "probes_feed_key" ON "probes" USING btree ("household_id","feed_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "pull_feeds_device" ON "pull_feeds" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "push_tokens_user" ON "push_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_household_email" ON "invitations" USING btree ("household_id","email");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_challenges_link_hash" ON "sign_in_challenges" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_email" ON "sign_in_challenges" USING btree ("email","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscribers_confirm" ON "status_subscribers" USING btree ("confirm_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscribers_unsubscribe" ON "status_subscribers" USING btree ("unsubscribe_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");