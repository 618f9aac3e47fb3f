import { expect, test } from 'vitest'
import { unsafeMigrations } from './migration-rules.mjs'

const BREAK = '\n--> statement-breakpoint\n'

/** Returns the problems of a migration that comes after 0034. @param {string} text */
const problemsOf = (text, name = '0036_after') => {
  /** @type {Record<string, string>} */
  const texts = { 'migrations/0034_before.sql': 'DROP TABLE "rooms";', [`migrations/${name}.sql`]: text }
  return unsafeMigrations({ files: Object.keys(texts), read: (file) => texts[file] ?? '' })
}

test.each([
  ['nothing older', 'DROP TABLE "rooms";'],
  ['0034_before', 'ALTER TABLE "days" ADD COLUMN "mood" text;'],
  ['0034_before', 'ALTER TABLE "days" ADD COLUMN "mood" text DEFAULT \'\' NOT NULL;'],
  ['0034_before', 'CREATE INDEX "days_by_mood" ON "days" USING btree ("mood");'],
  [
    '0034_before',
    [
      'CREATE TABLE "moods" (\n"day" date NOT NULL\n);',
      'ALTER TABLE "moods" ADD CONSTRAINT "moods_fk" FOREIGN KEY ("day") REFERENCES "days"("date");',
      'CREATE UNIQUE INDEX "moods_once" ON "moods" USING btree ("day");',
      '-- For older servers.\nCREATE OR REPLACE FUNCTION "note_mood"() RETURNS trigger LANGUAGE plpgsql AS $$ begin return null; end $$;',
      'UPDATE "days" SET "mood" = \'calm\';',
    ].join(BREAK),
  ],
])('a developer may say "allows: %s" of: %s', (allows, statement) => {
  expect(problemsOf(`-- Notes moods.\n-- allows: ${allows}\n${statement}`)).toEqual([])
})

test.each([
  'DROP TABLE "rooms";',
  'ALTER TABLE "days" DROP COLUMN "note";',
  'ALTER TABLE "days" RENAME COLUMN "note" TO "remark";',
  'ALTER TABLE "days" RENAME TO "dates";',
  'ALTER TABLE "days" ADD COLUMN "mood" text NOT NULL;',
  'ALTER TABLE "days" ALTER COLUMN "note" SET NOT NULL;',
  'ALTER TABLE "days" ALTER COLUMN "note" SET DATA TYPE json;',
  'ALTER TABLE "days" ADD CONSTRAINT "days_calm" CHECK (true);',
  'CREATE UNIQUE INDEX "days_once" ON "days" USING btree ("note");',
  'DROP INDEX "days_by_note";',
])('a developer is told that older servers may fail after: %s', (statement) => {
  const text = `-- Notes moods.\n-- allows: 0034_before\nCREATE TABLE "moods" ();${BREAK}${statement}`
  expect(problemsOf(text)).toEqual([expect.stringContaining(`migrations/0036_after.sql: older servers may fail after: ${statement}`)])
})

test.each([
  '-- Notes moods.\nCREATE TABLE "moods" ();',
  '-- Notes moods.\nCREATE TABLE "moods" ();\n-- allows: 0034_before\n',
  '-- Notes moods.\n-- allows: all\nCREATE TABLE "moods" ();',
])('a developer is told to say which servers a migration allows: %j', (text) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining("add '-- allows: nothing older'")])
})

test('a developer is told of a misspelled name, and that a migration cannot allow servers from after it', () => {
  for (const allows of ['0034_befor', '0036_after'])
    expect(problemsOf(`-- allows: ${allows}\nCREATE TABLE "moods" ();`)).toEqual([
      `migrations/0036_after.sql: ${allows} isn't an earlier migration`,
    ])
})
