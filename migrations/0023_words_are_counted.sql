-- The words by which days are found are counted, so that they have a limit as bytes have.
ALTER TABLE "calendars" ADD COLUMN "words" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_days" ADD COLUMN "words" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "calendar_days" d SET "words" = w.words FROM (SELECT "calendar_id", "date", sum(cardinality(string_to_array("words", ' '))) AS words FROM "calendar_words" GROUP BY 1, 2) w WHERE w."calendar_id" = d."calendar_id" AND w."date" = d."date";--> statement-breakpoint
UPDATE "calendars" c SET "words" = d.words FROM (SELECT "calendar_id", sum("words") AS words FROM "calendar_days" GROUP BY 1) d WHERE d."calendar_id" = c."id";--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_words_not_negative" CHECK ("calendars"."words" >= 0);
