CREATE TABLE "chart_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"text" text NOT NULL,
	"user_id" text,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chart_notes" ADD CONSTRAINT "chart_notes_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chart_notes" ADD CONSTRAINT "chart_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chart_notes_household" ON "chart_notes" USING btree ("household_id","at");--> statement-breakpoint
CREATE INDEX "chart_notes_user" ON "chart_notes" USING btree ("user_id");