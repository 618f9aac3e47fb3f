-- Whoever looks after the platform turns pages of people and searches them, and grants the add-on until a day.
ALTER TABLE "subscriptions" ADD COLUMN "ai_granted_until" date;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id","email","display_name") WHERE "users"."email" is not null;