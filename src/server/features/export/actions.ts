/**
 * Exports all data stored about one user as an archive, with JSON for programs and an HTML page for reading.
 *
 * 1. Days are read a page at a time and written only as fast as the client reads them. Even a large planner uses little memory, doesn't
 *    occupy a database connection, and never blocks other requests.
 * 2. Secrets that could give access to the account (the password hash, session tokens) are left out.
 * 3. New tables with personal data must be added here. routes.test.ts fails until they are.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { exportedBilling } from '#server/features/billing/actions.ts'
import { changesOn, datesWithHistory } from '#server/features/calendar/history/queries.ts'
import { type CalendarRecord, changesOfRecords, recordsOf } from '#server/features/calendar/records/queries.ts'
import { datesOfDays, pagesOfDays } from '#server/features/calendar/shown/queries.ts'
import type { CalendarRef, PersonCalendar, ShownDay } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { allInvites } from '#server/features/collaboration/actions.ts'
import { driveOpenedAt } from '#server/features/drive/queries.ts'
import { mailsOf } from '#server/features/mail/queries.ts'
import { userOf } from '#server/features/people/actions.ts'
import { invitationsBy, invitationsTo } from '#server/features/schools/invitations/queries.ts'
import { schoolOf } from '#server/features/schools/queries.ts'
import { viewLog } from '#server/features/schools/views/actions.ts'
import { knownDevicesOf } from '#server/features/sign-in/guessing/queries.ts'
import { sessionsOf } from '#server/features/sign-in/sessions/queries.ts'
import { subReportsOf } from '#server/features/sub-reports/actions.ts'
import { pagesOfTemplates } from '#server/features/templates/queries.ts'
import type { TemplateKind } from '#server/features/templates/tables.ts'
import { timetablesOf } from '#server/features/timetables/actions.ts'
import { unplacedOf } from '#server/features/timetables/unplaced/actions.ts'
import { pagesOfUnplaced } from '#server/features/timetables/unplaced/queries.ts'
import { monthsOf } from '#server/features/writing/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { SentFile } from '#server/lib/http/answers.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { todayIn } from '#shared/dates.ts'
import { plannerPage } from './documents.ts'
import { feedsFor, linksFor } from './queries.ts'

async function* daysOf(db: Db, calendar: CalendarRef, dates: readonly string[]): AsyncGenerator<ShownDay> {
  for await (const days of pagesOfDays(db, calendar, dates)) yield* days
}

/**
 * Yields the content that each change overwrote, newest first. To reconstruct a day before a change, start from the current day and apply
 * the changes in order.
 */
async function* historyOf(db: Db, calendar: CalendarRef) {
  for (const date of await datesWithHistory(db, calendar))
    for await (const change of changesOn(db, calendar, date)) yield { date, ...change, at: change.at.toISOString() }
}

async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* json(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`
}

async function* words(text: string): AsyncGenerator<string> {
  yield text
}

async function* templatesOf<K extends TemplateKind>(db: Db, owner: string, kind: K) {
  for await (const page of pagesOfTemplates(db, { owner, kind })) yield* page
}

async function* unplacedContents(db: Db, calendar: CalendarRef) {
  for await (const page of pagesOfUnplaced(db, calendar)) yield* page.map(({ content }) => content)
}

async function* unplacedLessons(db: Db, calendar: CalendarRef) {
  for await (const page of unplacedOf(db, calendar)) yield* page
}

async function* templatesJson(db: Db, owner: string): AsyncGenerator<string> {
  yield '{"timeBlock": '
  yield* jsonList(templatesOf(db, owner, 'time_block'))
  yield ', "daily": '
  yield* jsonList(templatesOf(db, owner, 'daily'))
  yield ', "weekly": '
  yield* jsonList(templatesOf(db, owner, 'weekly'))
  yield '}\n'
}

async function* classesJson(db: Db, calendar: CalendarRef): AsyncGenerator<string> {
  yield '{"classes": '
  yield* json(await classesOf(db, calendar))
  yield ', "timetables": '
  yield* json(await timetablesOf(db, calendar))
  yield ', "unplacedLessons": '
  yield* jsonList(unplacedLessons(db, calendar))
  yield ', "changes": '
  yield* jsonList(changesOfRecords(db, calendar))
  yield '}\n'
}

/** Yields everything that a planner has besides its days, for an import. Another account gets the same planner. */
async function* recordsJson(db: Db, calendar: CalendarRef) {
  const recordOf = ({ kind, id, content }: CalendarRecord) => ({ kind, id, content })
  for (const kind of ['class', 'timetable', 'bellSchedule', 'closure', 'shortDay'] as const)
    yield* (await recordsOf(db, calendar, kind)).map(recordOf)
  for await (const page of pagesOfUnplaced(db, calendar)) yield* page.map(recordOf)
}

const schoolFor = async (db: Db, userId: string) => ({
  school: (await schoolOf(db, userId)) ?? null,
  invitations: await invitationsTo(db, userId),
  sentInvitations: await invitationsBy(db, userId),
  looks: await viewLog(db, userId),
})

/**
 * Writes files into one archive. Each file starts only after the previous one is complete. If a file fails, the archive fails too, so that
 * a partial archive doesn't look complete. Doesn't open any file until the caller starts reading. If a file failed before then, it wouldn't
 * have an error listener, and an unhandled error event crashes the process.
 */
async function* archiveOf(files: Record<string, AsyncIterable<string>>, mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const content = zip.outputStream as Readable
  const sources = Object.entries(files).map(([name, text]) => {
    const source = Readable.from(text, { objectMode: false })
    source.on('error', (error) => content.destroy(error))
    zip.addReadStream(source, name, { mtime })
    return source
  })
  zip.end()
  try {
    yield* content
  } finally {
    for (const source of sources) source.destroy()
  }
}

const README = `Your planner from Firstbell.

To bring it into another Firstbell account, choose this file in “Bring in what you have.” Your days, classes, timetables,
short days, unplaced lessons, and templates come in. To use your lessons elsewhere, choose “Take it with you,” which makes
Word documents, PDFs, spreadsheets, and calendar files.

planner.html     your lessons and notes, to read or print in any browser
account.json     your account, preferences, and special notes
devices.json     where you're signed in, and when you last signed in from each browser
calendar.json    your days: time blocks, blocked days, and notes
history.json     changes from the last 30 days, grouped by day, newest first. "before" is what a change replaced;
                 anything it didn't touch is left out, and an ID stands for a time block that stayed the same
classes.json     your classes, timetables, and unplaced lessons, and what changes of the last 30 days replaced in them
records.json     the same classes, timetables, and unplaced lessons, and your bell schedules, short days, and days that
                 closed, as another Firstbell account reads them
templates.json   your templates
colleagues.json  who you share with and who shares with you, including past invitations
billing.json     what you pay for, your invoices, and your referrals and credits
feeds.json       the addresses from which other calendars read your planner: what they hold, and when they were last read
mail.json        the emails we sent you: what kind, when, and whether they arrived
ai.json          the tokens AI used for you each month
substitutes.json links to your sub plans, when they were opened, and what substitutes reported
school.json      your school, invitations to and from you, and when its administrators viewed your schedule
`

/** Returns the archive of a user's data. Its name contains today's date in the user's time zone. */
export const exportData = async (
  db: Db,
  calendar: PersonCalendar,
  { keys, now }: { keys: KeyRing; now: Date },
): Promise<SentFile & { content: Readable }> => {
  const owner = calendar.userId
  const user = await userOf(db, owner, now, { keys })
  const dates = await datesOfDays(db, calendar)
  const today = todayIn(user.timezone, now.getTime())

  const templates = {
    timeBlock: templatesOf(db, owner, 'time_block'),
    daily: templatesOf(db, owner, 'daily'),
    weekly: templatesOf(db, owner, 'weekly'),
  }
  const devices = {
    sessions: await sessionsOf(db, owner, now),
    knownBrowsers: await knownDevicesOf(db, owner),
    googleDriveOpenedAt: await driveOpenedAt(db, owner),
  }
  const files = {
    'readme.txt': words(README),
    'planner.html': plannerPage({
      user,
      today,
      dates,
      days: daysOf(db, calendar, dates),
      unplaced: unplacedContents(db, calendar),
      templates,
    }),
    'account.json': json(user),
    'devices.json': json(devices),
    'calendar.json': jsonList(daysOf(db, calendar, dates)),
    'history.json': jsonList(historyOf(db, calendar)),
    'classes.json': classesJson(db, calendar),
    'records.json': jsonList(recordsJson(db, calendar)),
    'templates.json': templatesJson(db, owner),
    'colleagues.json': json(await allInvites(db, owner)),
    'billing.json': json(await exportedBilling(db, owner)),
    'school.json': json(await schoolFor(db, owner)),
    'substitutes.json': json({ links: await linksFor(db, owner), reports: await subReportsOf(db, keys, owner, { isWhole: true }) }),
    'feeds.json': json(await feedsFor(db, owner)),
    'mail.json': json(await mailsOf(db, owner)),
    'ai.json': json(await monthsOf(db, owner)),
  }
  const folder = `firstbell-${today}`
  const inFolder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))
  return { name: `${folder}.zip`, content: Readable.from(archiveOf(inFolder, now), { objectMode: false }) }
}
