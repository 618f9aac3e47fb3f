-- The figures that each save changes get a table of their own, so that a save changes no row that every call reads. Servers of the version
-- before count in "calendars". It also deletes the limits that "limits" replaced.
-- allows: nothing older
CREATE TABLE "calendar_counters" (
	"calendar_id" uuid PRIMARY KEY NOT NULL,
	"lesson_bytes" bigint DEFAULT 0 NOT NULL,
	"history_bytes" bigint DEFAULT 0 NOT NULL,
	"words" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "calendar_counters_bytes_not_negative" CHECK ("calendar_counters"."lesson_bytes" >= 0 and "calendar_counters"."history_bytes" >= 0),
	CONSTRAINT "calendar_counters_words_not_negative" CHECK ("calendar_counters"."words" >= 0)
);
--> statement-breakpoint
ALTER TABLE "calendars" DROP CONSTRAINT "calendars_bytes_not_negative";--> statement-breakpoint
ALTER TABLE "calendars" DROP CONSTRAINT "calendars_words_not_negative";--> statement-breakpoint
ALTER TABLE "calendar_counters" ADD CONSTRAINT "calendar_counters_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "calendar_counters" ("calendar_id", "lesson_bytes", "history_bytes", "words", "version")
SELECT "id", "lesson_bytes", "history_bytes", "words", "version" FROM "calendars";--> statement-breakpoint
CREATE FUNCTION "add_calendar_counters"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO calendar_counters (calendar_id) VALUES (NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "calendars_have_counters" AFTER INSERT ON "calendars" FOR EACH ROW EXECUTE FUNCTION "add_calendar_counters"();--> statement-breakpoint
ALTER TABLE "calendars" DROP COLUMN "lesson_bytes";--> statement-breakpoint
ALTER TABLE "calendars" DROP COLUMN "history_bytes";--> statement-breakpoint
ALTER TABLE "calendars" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "calendars" DROP COLUMN "version";;--> statement-breakpoint
DROP TABLE "sign_in_attempts";--> statement-breakpoint
DROP TABLE "mail_limits";
