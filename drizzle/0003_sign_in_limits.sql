ALTER TABLE "sign_in_challenges" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD COLUMN "sealed_code" text NOT NULL;--> statement-breakpoint
CREATE INDEX "activity_reveals" ON "activity" USING btree ("actor_id","at") WHERE action = 'ingest_key_revealed';--> statement-breakpoint
CREATE INDEX "sign_in_challenges_ip" ON "sign_in_challenges" USING btree ("ip","created_at");