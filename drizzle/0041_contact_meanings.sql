ALTER TABLE "devices" ADD COLUMN "contact_true_means" text;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "true_means" text;