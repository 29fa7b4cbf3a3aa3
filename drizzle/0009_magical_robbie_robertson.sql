CREATE TABLE "card_photos" (
	"id" text PRIMARY KEY NOT NULL,
	"household_id" text NOT NULL,
	"place" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emergency_cards" (
	"household_id" text PRIMARY KEY NOT NULL,
	"card" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_objects" (
	"key" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "card_photos" ADD CONSTRAINT "card_photos_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_cards" ADD CONSTRAINT "emergency_cards_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_photos_household" ON "card_photos" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "removed_objects_due" ON "removed_objects" USING btree ("removed_at");