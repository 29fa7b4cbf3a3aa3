CREATE TABLE "drill_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"drill_id" text NOT NULL,
	"user_id" text,
	"contact_id" text,
	"place" integer NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"skipped" text,
	"token_hash" "bytea",
	"tapped_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "drills" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drill_messages" ADD CONSTRAINT "drill_messages_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drill_messages" ADD CONSTRAINT "drill_messages_drill_id_drills_id_fk" FOREIGN KEY ("drill_id") REFERENCES "drills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drill_messages" ADD CONSTRAINT "drill_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drill_messages" ADD CONSTRAINT "drill_messages_contact_id_home_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "home_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drills" ADD CONSTRAINT "drills_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drill_messages_token" ON "drill_messages" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "drill_messages_drill" ON "drill_messages" USING btree ("drill_id");--> statement-breakpoint
CREATE INDEX "drill_messages_contact" ON "drill_messages" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "drill_messages_user" ON "drill_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "drill_messages_tapped" ON "drill_messages" USING btree ("recipient","channel") WHERE tapped_at is not null;--> statement-breakpoint
CREATE INDEX "drills_household" ON "drills" USING btree ("household_id","created_at");