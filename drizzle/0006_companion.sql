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
	"device_id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"bay_id" text,
	"registered_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bays" ADD CONSTRAINT "bays_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companion_refresh_tokens" ADD CONSTRAINT "companion_refresh_tokens_session_id_companion_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."companion_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companion_sessions" ADD CONSTRAINT "companion_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companion_sessions" ADD CONSTRAINT "companion_sessions_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puck_claims" ADD CONSTRAINT "puck_claims_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pucks" ADD CONSTRAINT "pucks_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companion_refresh_tokens_session" ON "companion_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "companion_sessions_access_hash" ON "companion_sessions" USING btree ("access_hash");--> statement-breakpoint
CREATE INDEX "companion_sessions_user" ON "companion_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "puck_claims_household" ON "puck_claims" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "puck_claims_device" ON "puck_claims" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "pucks_household" ON "pucks" USING btree ("household_id");