ALTER TABLE "inbound_tokens" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "created_by" text;--> statement-breakpoint
UPDATE "inbound_tokens" SET "created_by" = entry."actor_id" FROM "activity" entry
WHERE entry."household_id" = "inbound_tokens"."household_id" AND entry."action" = 'inbound_token_created'
  AND entry."subject" = "inbound_tokens"."id" AND entry."actor_type" = 'user';--> statement-breakpoint
UPDATE "share_links" SET "created_by" = entry."actor_id" FROM "activity" entry
WHERE entry."household_id" = "share_links"."household_id" AND entry."action" = 'share_link_created'
  AND entry."subject" = "share_links"."id" AND entry."actor_type" = 'user';
