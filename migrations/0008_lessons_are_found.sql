-- Lessons, notes and block-outs are found by their words (docs/decisions/0022): an index of words that each calendar has for itself, and a job that makes those of the days there are.
CREATE FUNCTION "keyed_words"("calendar_id" uuid, "date" date, "words" text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
declare
	key text := left(calendar_id::text, 8) || extract(year from date);
begin
	return array_to_tsvector(string_to_array(key || replace(words, ' ', ' ' || key), ' '));
end $$;--> statement-breakpoint
CREATE TABLE "calendar_words" (
	"calendar_id" uuid NOT NULL,
	"date" date NOT NULL,
	"part" text NOT NULL,
	"words" text NOT NULL,
	CONSTRAINT "calendar_words_calendar_id_date_part_pk" PRIMARY KEY("calendar_id","date","part")
);
--> statement-breakpoint
ALTER TABLE "calendar_days" ADD COLUMN "is_findable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_days" ALTER COLUMN "is_findable" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "calendar_words" ADD CONSTRAINT "calendar_words_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_words_found" ON "calendar_words" USING gin (keyed_words("calendar_id", "date", "words")) WITH (fastupdate=true,gin_pending_list_limit=128);--> statement-breakpoint
CREATE INDEX "calendar_days_to_make_findable" ON "calendar_days" USING btree ("calendar_id") WHERE not "calendar_days"."is_findable";--> statement-breakpoint
ALTER INDEX "calendar_words_found" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "calendar_words" ALTER COLUMN "words" SET STATISTICS 0;--> statement-breakpoint
INSERT INTO "jobs" ("name", "payload", "run_at") SELECT 'make-lessons-findable', '{}', now() WHERE EXISTS (SELECT FROM "calendar_days");
