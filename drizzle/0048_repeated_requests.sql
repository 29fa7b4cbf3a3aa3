CREATE TABLE "request_receipts" (
	"household_id" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"attempt" text NOT NULL,
	"status" smallint,
	"sealed_answer" text,
	"created_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "request_receipts_household_id_key_hash_pk" PRIMARY KEY("household_id","key_hash")
);
--> statement-breakpoint
ALTER TABLE "request_receipts" ADD CONSTRAINT "request_receipts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;