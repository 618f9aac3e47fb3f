-- Who comes back to a stream of changes is told the version of each calendar, and asks for those that have another one.
ALTER TABLE "calendars" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;