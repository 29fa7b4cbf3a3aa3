CREATE TABLE "escalation_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "escalation_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_id" text NOT NULL,
	"household_id" text NOT NULL,
	"round" integer NOT NULL,
	"place" integer NOT NULL,
	"step" jsonb NOT NULL,
	"members_told" boolean NOT NULL,
	"due_at" timestamp (6) with time zone NOT NULL,
	"told_at" timestamp (6) with time zone,
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
ALTER TABLE "escalation_steps" ADD CONSTRAINT "escalation_steps_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_contacts" ADD CONSTRAINT "home_contacts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responder_links" ADD CONSTRAINT "responder_links_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responder_links" ADD CONSTRAINT "responder_links_contact_id_home_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "home_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "escalation_steps_place" ON "escalation_steps" USING btree ("alert_id","round","place");--> statement-breakpoint
CREATE INDEX "escalation_steps_due" ON "escalation_steps" USING btree ("due_at") WHERE told_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "escalation_steps_household" ON "escalation_steps" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "home_contacts_address" ON "home_contacts" USING btree ("household_id","channel","address");--> statement-breakpoint
CREATE UNIQUE INDEX "home_contacts_token" ON "home_contacts" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "home_contacts_by_address" ON "home_contacts" USING btree ("channel","address");--> statement-breakpoint
CREATE INDEX "responder_links_contact" ON "responder_links" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "alerts_taken" ON "alerts" USING btree ("acknowledged_at") WHERE closed_at is null and acknowledged_at is not null;