CREATE TABLE "status_incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text,
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
ALTER TABLE "status_news" ADD CONSTRAINT "status_news_incident_id_status_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."status_incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "status_incidents_open" ON "status_incidents" USING btree ("subject") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "status_incidents_opened" ON "status_incidents" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "status_news_incident" ON "status_news" USING btree ("incident_id","at");--> statement-breakpoint
CREATE INDEX "status_news_unmailed" ON "status_news" USING btree ("at") WHERE mailed_at is null;