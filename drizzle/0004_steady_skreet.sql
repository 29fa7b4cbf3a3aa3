CREATE TABLE "evidence_documents" (
	"household_id" text NOT NULL,
	"position" integer NOT NULL,
	"id" text NOT NULL,
	"alert_id" text NOT NULL,
	"day" date NOT NULL,
	"previous" text,
	"content" text NOT NULL,
	"digest" text NOT NULL,
	"kid" text NOT NULL,
	"issued_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "evidence_documents_household_id_position_pk" PRIMARY KEY("household_id","position"),
	CONSTRAINT "evidence_documents_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "evidence_keys" (
	"generation" integer PRIMARY KEY NOT NULL,
	"kid" text NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "evidence_keys_kid_unique" UNIQUE("kid")
);
--> statement-breakpoint
ALTER TABLE "evidence_documents" ADD CONSTRAINT "evidence_documents_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_documents_digest" ON "evidence_documents" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "evidence_documents_alert" ON "evidence_documents" USING btree ("alert_id");