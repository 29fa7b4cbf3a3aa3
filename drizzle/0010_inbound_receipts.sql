CREATE TABLE "inbound_receipts" (
	"token_id" text NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"received_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "inbound_receipts_token_id_content_hash_pk" PRIMARY KEY("token_id","content_hash")
);
--> statement-breakpoint
ALTER TABLE "inbound_receipts" ADD CONSTRAINT "inbound_receipts_token_id_inbound_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."inbound_tokens"("id") ON DELETE cascade ON UPDATE no action;