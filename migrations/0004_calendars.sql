-- Days, operations and what they took belong to a calendar, which counts what is kept in it; a change keeps what it took, not the whole day.
CREATE TABLE "calendars" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"lesson_bytes" bigint DEFAULT 0 NOT NULL,
	"history_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "calendars_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "calendars_bytes_not_negative" CHECK ("calendars"."lesson_bytes" >= 0 and "calendars"."history_bytes" >= 0)
);
--> statement-breakpoint
INSERT INTO "calendars" ("user_id") SELECT "id" FROM "users";--> statement-breakpoint
ALTER TABLE "calendar_days" DROP CONSTRAINT "calendar_days_one_a_date";--> statement-breakpoint
ALTER TABLE "calendar_day_images" DROP CONSTRAINT "calendar_day_images_owner_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "calendar_days" DROP CONSTRAINT "calendar_days_owner_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "calendar_operations" DROP CONSTRAINT "calendar_operations_owner_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "calendar_operations_by_owner";--> statement-breakpoint
DROP INDEX "calendar_day_images_by_day";--> statement-breakpoint
ALTER TABLE "calendar_day_images" ADD COLUMN "calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "calendar_day_images" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "calendar_days" ADD COLUMN "calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "calendar_days" ADD COLUMN "has_alert" boolean;--> statement-breakpoint
ALTER TABLE "calendar_days" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "calendar_operations" ADD COLUMN "calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "bytes" integer;--> statement-breakpoint
UPDATE "calendar_operations" o SET "calendar_id" = c."id" FROM "calendars" c WHERE c."user_id" = o."owner_id";--> statement-breakpoint
UPDATE "calendar_days" d SET
	"calendar_id" = c."id",
	"has_alert" = exists (select from json_array_elements(d."blocks") block where (block->>'hasAlert')::boolean),
	"bytes" = octet_length(json_build_object('isBlocked', d."is_blocked", 'blockedText', d."blocked_text", 'hasNote', d."has_note", 'noteText', d."note_text", 'blocks', d."blocks")::text)
FROM "calendars" c WHERE c."user_id" = d."owner_id";--> statement-breakpoint
UPDATE "calendar_day_images" i SET
	"calendar_id" = c."id",
	"before" = case when i."before" is not null then json_build_object(
		'id', i."before"->'id', 'version', i."before"->'version', 'operationId', i."before"->'operationId',
		'marks', json_build_object(
			'isBlocked', i."before"->'isBlocked', 'blockedText', i."before"->'blockedText',
			'hasNote', i."before"->'hasNote', 'noteText', i."before"->'noteText'),
		'blocks', i."before"->'blocks') end,
	"bytes" = 150 + coalesce(octet_length(i."before"::text), 4)
FROM "calendars" c WHERE c."user_id" = i."owner_id";--> statement-breakpoint
UPDATE "templates" SET "bytes" = octet_length("content"::text);--> statement-breakpoint
UPDATE "calendars" c SET
	"lesson_bytes" = coalesce((select sum("bytes") from "calendar_days" where "calendar_id" = c."id"), 0)
		+ coalesce((select sum("bytes") from "templates" where "owner_id" = c."user_id" and "deleted_at" is null), 0),
	"history_bytes" = coalesce((select sum("bytes") from "calendar_day_images" where "calendar_id" = c."id"), 0)
		+ coalesce((select sum("bytes") from "templates" where "owner_id" = c."user_id" and "deleted_at" is not null), 0);--> statement-breakpoint
ALTER TABLE "calendar_operations" ALTER COLUMN "calendar_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_days" ALTER COLUMN "calendar_id" SET NOT NULL, ALTER COLUMN "has_alert" SET NOT NULL, ALTER COLUMN "bytes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_day_images" ALTER COLUMN "calendar_id" SET NOT NULL, ALTER COLUMN "bytes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ALTER COLUMN "bytes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_day_images" ADD CONSTRAINT "calendar_day_images_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_days" ADD CONSTRAINT "calendar_days_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_operations" ADD CONSTRAINT "calendar_operations_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_operations_by_calendar" ON "calendar_operations" USING btree ("calendar_id","created_at");--> statement-breakpoint
CREATE INDEX "calendar_day_images_by_day" ON "calendar_day_images" USING btree ("calendar_id","date","id");--> statement-breakpoint
ALTER TABLE "calendar_day_images" DROP COLUMN "owner_id";--> statement-breakpoint
ALTER TABLE "calendar_days" DROP COLUMN "owner_id";--> statement-breakpoint
ALTER TABLE "calendar_operations" DROP COLUMN "owner_id";--> statement-breakpoint
ALTER TABLE "calendar_days" ADD CONSTRAINT "calendar_days_one_a_date" UNIQUE("calendar_id","date");