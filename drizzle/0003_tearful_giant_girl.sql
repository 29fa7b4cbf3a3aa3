ALTER TABLE "contact_points" ADD COLUMN "after_minutes" smallint;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "receipt" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "receipt_at" timestamp (6) with time zone;--> statement-breakpoint
CREATE INDEX "outbox_provider_id" ON "outbox" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_ringing" ON "outbox" USING btree ("created_at") WHERE receipt = 'ringing';