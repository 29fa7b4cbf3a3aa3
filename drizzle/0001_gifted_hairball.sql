DROP TABLE "recovery_codes" CASCADE;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "passkey_required";