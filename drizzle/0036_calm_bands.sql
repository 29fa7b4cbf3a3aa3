ALTER TABLE "devices" ADD COLUMN "body_shape" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "calm_low" double precision[];--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "calm_high" double precision[];--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "calm_version" integer DEFAULT 0 NOT NULL;