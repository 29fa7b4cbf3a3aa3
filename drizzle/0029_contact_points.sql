CREATE TABLE "contact_points" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"sealed_secret" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"verified_at" timestamp (6) with time zone,
	"gone_at" timestamp (6) with time zone,
	"sealed_code" text,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"code_expires_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL
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
ALTER TABLE "outbox" ADD COLUMN "is_critical" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "alert_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "attempted_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "contact_points" ADD CONSTRAINT "contact_points_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_links" ADD CONSTRAINT "alert_links_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_links" ADD CONSTRAINT "alert_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_points_user_address" ON "contact_points" USING btree ("user_id","channel","address");--> statement-breakpoint
CREATE INDEX "contact_points_address" ON "contact_points" USING btree ("channel","address");--> statement-breakpoint
CREATE INDEX "outbox_attempted" ON "outbox" USING btree ("household_id","attempted_at") WHERE attempted_at is not null;