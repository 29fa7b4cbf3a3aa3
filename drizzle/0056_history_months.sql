CREATE TABLE "history_15m_months" (
	"device_number" integer NOT NULL,
	"month" date NOT NULL,
	"position" smallint NOT NULL,
	"chunk" "bytea" NOT NULL,
	CONSTRAINT "history_15m_months_device_number_position_month_pk" PRIMARY KEY("device_number","position","month")
) PARTITION BY RANGE ("month");
--> statement-breakpoint
CREATE TABLE "history_1h_months" (
	"device_number" integer NOT NULL,
	"month" date NOT NULL,
	"position" smallint NOT NULL,
	"chunk" "bytea" NOT NULL,
	CONSTRAINT "history_1h_months_device_number_position_month_pk" PRIMARY KEY("device_number","position","month")
);
--> statement-breakpoint
ALTER TABLE "sealed_days" ADD COLUMN "months_before" date;
--> statement-breakpoint
-- Chunks are small already.
ALTER TABLE "history_15m_months" ALTER COLUMN "chunk" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "history_1h_months" ALTER COLUMN "chunk" SET STORAGE EXTERNAL;
