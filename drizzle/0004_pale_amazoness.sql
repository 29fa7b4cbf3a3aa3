DROP TABLE "drill_messages" CASCADE;--> statement-breakpoint
DROP TABLE "drills" CASCADE;