/**
 * Exports a teacher's lessons, days off and notes of a date range as a file.
 *
 * 1. Spreadsheets, Markdown and calendars are written as days are read, so that a year takes little memory and holds up no other request.
 * 2. Word documents and PDFs are made in threads of their own. Longer ranges than a school year of full lessons are refused.
 * 3. A file has what the planner shows: no lessons of days off, none that are left out on short days. Alerts and taught marks stay here.
 */
import { Readable } from 'node:stream'
import { cleanBlocks } from '#server/features/calendar/actions.ts'
import { bytesOn } from '#server/features/calendar/queries.ts'
import { recordsOf } from '#server/features/calendar/records/queries.ts'
import { pagesOfDays } from '#server/features/calendar/shown/queries.ts'
import type { PersonCalendar, ShownDay, StoredBlock } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { userById } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cleanAgain } from '#server/lib/html/lesson-html.ts'
import type { SentFile } from '#server/lib/http/answers.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { makePauses } from '#server/lib/limits/giving-way.ts'
import { makeTurns } from '#server/lib/limits/turns.ts'
import { makePdfThread, PdfFailed } from '#server/lib/pdf/plan-pdf.ts'
import { TaskFailed } from '#server/lib/threads/one-at-a-time.ts'
import { makeWordThread } from '#server/lib/word/word-file.ts'
import { Preferences } from '#shared/accounts/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { daysInRange } from '#shared/dates.ts'
import type { FileFormat } from '#shared/export/rules.ts'
import { shortDayInWords, shortDayOf } from '#shared/moves/usual-times/rules.ts'
import { paperIn } from '#shared/sub-plans/pages/rules.ts'
import { dateInWords } from '#shared/timetables/numbering/rules.ts'
import { aboutFile, csvOf, icsOf, type LessonDay, type LessonFile, lessonsPage, markdownFileOf, wordWeeksOf } from './documents.ts'

/** In bytes of lessons: twice a school year of full lessons. */
const MOST_BYTES = 4 * 1024 * 1024
const TOO_LARGE = 'That’s too much for one document. Choose a shorter range or one class, or a spreadsheet, which can be any length.'
/** Characters of lessons that are written before other requests can run. */
const AT_ONCE = 50_000

const makeWordFile = makeWordThread()
const makePdf = makePdfThread({ mostMs: 120_000, mostCharacters: 12_000_000, mostMegabytes: 1024, isLong: true })
/** A document of a year takes a processor for seconds, so the server makes one at a time, and teachers take turns. */
const inTurn = makeTurns({
  ...{ atOnce: 1, waitingOfKey: 2, waiting: 30 },
  whenFull: 'Other documents are being made right now. Try again in a minute.',
})

type Wanted = { format: FileFormat; from: string; to: string; classId?: string | undefined }

const TYPES: Record<FileFormat, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
}

const NO_REASON = 'Non-instructional Day'

const daysOffOf = ({ isBlocked, blockedText, userBlocked, userBlockedText }: ShownDay): string[] => {
  if (!isBlocked) return []
  const own = userBlocked && userBlockedText !== blockedText ? [userBlockedText] : []
  return [blockedText, ...own].map((reason) => reason?.trim() || NO_REASON)
}

const notesOf = ({ schoolNote, noteText }: ShownDay): LessonDay['notes'] =>
  [
    { label: 'School note', text: schoolNote ?? '' },
    { label: 'Note', text: noteText ?? '' },
  ].filter(({ text }) => text.trim() !== '')

/** Yields the days of a range that have something to show, in order. */
async function* lessonDays(
  db: Db,
  calendar: PersonCalendar,
  { from, to, classId, clean }: Wanted & { clean: (blocks: StoredBlock[]) => Promise<StoredBlock[]> },
): AsyncGenerator<LessonDay> {
  const timetables = (await recordsOf(db, calendar, 'timetable')).map(({ content }) => content)
  for await (const page of pagesOfDays(db, calendar, daysInRange(from, to)))
    for (const day of page) {
      const { date, isBlocked, version } = day
      const blocks: StoredBlock[] = isBlocked ? [] : day.blocks
      const taught = blocks.filter(({ usual }) => !usual?.isLeftOut)
      const wanted = classId === undefined ? taught : taught.filter((block) => block.classId === classId)
      const [daysOff, notes] = [daysOffOf(day), classId === undefined ? notesOf(day) : []]
      if (daysOff.length + notes.length + wanted.length === 0) continue
      const labels = [dateInWords(timetables, date), shortDayInWords(shortDayOf(taught))].filter(Boolean)
      yield { date, labels, daysOff, notes, lessons: inDayOrder(await clean(wanted)), version }
    }
}

/** Returns blocks as they are, but lets other requests run in between. */
const makePatience = () => {
  const pause = makePauses(AT_ONCE)
  return async (blocks: StoredBlock[]): Promise<StoredBlock[]> => {
    for (const { description } of blocks) await pause(description.length)
    return blocks
  }
}

const isEmpty = async (days: AsyncIterable<LessonDay>): Promise<boolean> => {
  for await (const _ of days) return false
  return true
}

const wholeOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all.join('')
}

/** Returns a document that a thread makes, as a stream. Throws `refused_by_rule` if it is too much for it, and `unavailable` if many wait. */
const madeInThread = async ({ userId }: PersonCalendar, make: () => Promise<Uint8Array>): Promise<Readable> => {
  try {
    return Readable.from([Buffer.from(await inTurn({ lane: 'first', key: userId }, make))], { objectMode: false })
  } catch (error) {
    const failed = error instanceof PdfFailed ? error.cause : error
    if (!(failed instanceof TaskFailed)) throw error
    process.emitWarning(failed)
    throw failed.isItsFault ? new Refused('refused_by_rule', TOO_LARGE) : new Refused('unavailable', undefined, { retryAfter: 30 })
  }
}

const streamed = (pieces: AsyncIterable<string>): Readable => Readable.from(pieces, { objectMode: false })

type Teacher = { calendar: PersonCalendar; user: { timezone: string }; classes: readonly SchoolClass[]; now: Date }

const contentOf = (format: FileFormat, file: LessonFile, { calendar, user, classes, now }: Teacher) => {
  const paper = paperIn(user.timezone)
  const MAKE: Record<FileFormat, () => Promise<Readable>> = {
    csv: async () => streamed(csvOf(file, new Map(classes.map(({ id, name }) => [id, name])))),
    md: async () => streamed(markdownFileOf(file)),
    ics: async () => streamed(icsOf(file, { calendar, timezone: user.timezone, now })),
    pdf: async () => madeInThread(calendar, async () => makePdf(await wholeOf(lessonsPage(file)), paper)),
    docx: async () =>
      madeInThread(calendar, async () => {
        return makeWordFile({ title: file.title, subtitle: aboutFile(file), paper, weeks: await wordWeeksOf(file) })
      }),
  }
  return MAKE[format]
}

/** Returns a class's name for a file's name, whose letters every system knows. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'class'

/** Returns a file of lessons. Throws `not_found` for a class that isn't the caller's, and `refused_by_rule` for none or too many lessons. */
export const exportLessons = async (db: Db, calendar: PersonCalendar, wanted: Wanted, now: Date): Promise<SentFile> => {
  const { format, from, to, classId } = wanted
  const classes = await classesOf(db, calendar)
  const schoolClass = classId === undefined ? undefined : classes.find(({ id }) => id === classId)
  if (classId !== undefined && !schoolClass) throw new Refused('not_found')
  const isDocument = format === 'docx' || format === 'pdf'
  if (isDocument && (await bytesOn(db, calendar, daysInRange(from, to))) > MOST_BYTES) throw new Refused('refused_by_rule', TOO_LARGE)
  if (await isEmpty(lessonDays(db, calendar, { ...wanted, clean: async (blocks) => blocks })))
    throw new Refused('refused_by_rule', 'There are no lessons in these dates.')
  const { user } = (await userById(db, calendar.userId)) ?? {}
  if (!user) throw new Refused('not_signed_in')
  const clean = format === 'csv' || format === 'ics' ? makePatience() : (blocks: StoredBlock[]) => cleanBlocks(blocks, cleanAgain)
  const file: LessonFile = {
    title: schoolClass?.name ?? 'Lessons',
    from,
    to,
    teacher: user.displayName?.trim() ?? '',
    timeFormat: Preferences.parse(user.preferences).timeFormat,
    days: lessonDays(db, calendar, { ...wanted, clean }),
  }
  const dates = from === to ? from : `${from}-to-${to}`
  return {
    name: `${schoolClass ? slugOf(schoolClass.name) : 'lessons'}-${dates}.${format}`,
    type: TYPES[format],
    content: contentOf(format, file, { calendar, user, classes, now }),
  }
}
