CREATE TABLE "sign_in_failures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"challenge_id" text NOT NULL,
	"email" text NOT NULL,
	"network" text,
	"known" boolean NOT NULL,
	"at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD COLUMN "challenge_hash" "bytea";--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD COLUMN "used_network" text;--> statement-breakpoint
CREATE INDEX "sign_in_failures_challenge" ON "sign_in_failures" USING btree ("challenge_id");--> statement-breakpoint
CREATE INDEX "sign_in_failures_email" ON "sign_in_failures" USING btree ("email","at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_network" ON "sign_in_failures" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_at" ON "sign_in_failures" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_challenges_challenge_hash" ON "sign_in_challenges" USING btree ("challenge_hash");