DROP TABLE "evidence_documents" CASCADE;--> statement-breakpoint
DROP TABLE "evidence_keys" CASCADE;