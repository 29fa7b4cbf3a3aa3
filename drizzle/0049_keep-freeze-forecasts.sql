CREATE TABLE "freeze_forecasts" (
	"household_id" text NOT NULL,
	"sensor_id" text NOT NULL,
	"made_hour" timestamp (6) with time zone NOT NULL,
	"made_at" timestamp (6) with time zone NOT NULL,
	"alert_id" text NOT NULL,
	"celsius" real NOT NULL,
	"hours" real NOT NULL,
	"hours_low" real NOT NULL,
	"hours_high" real,
	"outcome" text DEFAULT 'open' NOT NULL,
	"ended_at" timestamp (6) with time zone,
	CONSTRAINT "freeze_forecasts_sensor_id_made_hour_pk" PRIMARY KEY("sensor_id","made_hour")
);
--> statement-breakpoint
ALTER TABLE "freeze_forecasts" ADD CONSTRAINT "freeze_forecasts_household_id_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freeze_forecasts" ADD CONSTRAINT "freeze_forecasts_sensor_id_sensors_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freeze_forecasts" ADD CONSTRAINT "freeze_forecasts_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "freeze_forecasts_household" ON "freeze_forecasts" USING btree ("household_id","made_at","sensor_id");--> statement-breakpoint
CREATE INDEX "freeze_forecasts_alert" ON "freeze_forecasts" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "freeze_forecasts_open" ON "freeze_forecasts" USING btree ("household_id") WHERE outcome = 'open';