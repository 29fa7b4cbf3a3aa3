ALTER TABLE "alert_links" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_links" ADD COLUMN "contact_id" text;--> statement-breakpoint
ALTER TABLE "alert_links" ADD CONSTRAINT "alert_links_contact_id_home_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."home_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "alert_links" ("token_hash", "household_id", "contact_id", "alert_ids", "expires_at")
SELECT "token_hash", "household_id", "contact_id", "alert_ids", "expires_at" FROM "responder_links";--> statement-breakpoint
DROP TABLE "responder_links" CASCADE;
