ALTER TABLE "household_looks" ADD COLUMN "outdoor" jsonb;--> statement-breakpoint
ALTER TABLE "households" ADD COLUMN "rooms" jsonb DEFAULT '[]'::jsonb NOT NULL;