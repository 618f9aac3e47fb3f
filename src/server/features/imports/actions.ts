/** Brings files in, as one operation. The same plan previews it (policy.ts). */
import { createHash } from 'node:crypto'
import { type Changes, type ClosingEdit, changeDays, type OperationParts, type Renumber } from '#server/features/calendar/actions.ts'
import { contentBefore } from '#server/features/calendar/history/actions.ts'
import { imagesOfOperation } from '#server/features/calendar/history/queries.ts'
import { membersSchoolCalendar } from '#server/features/calendar/policy.ts'
import { pageOfDays } from '#server/features/calendar/queries.ts'
import { recordsOf } from '#server/features/calendar/records/queries.ts'
import { sketchesOn } from '#server/features/calendar/shown/queries.ts'
import type { PersonCalendar, StoredBlock, StoredContent, StoredDay } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { userById } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { makePauses } from '#server/lib/limits/giving-way.ts'
import type { ReadFile, ReadItem, ReadProblem, ReadTask } from '#server/lib/reading/items.ts'
import type { ReadImport } from '#server/lib/reading/reading.ts'
import { textKey } from '#server/lib/reading/text-key.ts'
import { Preferences } from '#shared/accounts/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'
import { todayIn } from '#shared/dates.ts'
import type { ImportEntry, ImportInput } from '#shared/imports/contract.ts'
import { MAX } from '#shared/limits.ts'
import { addMissing, archiveIn, countRecords, countTemplates } from './planner/actions.ts'
import { type Choices, type PlannedDay, planDay, yearAround } from './policy.ts'

/** The teacher, with their own calendar. */
export type Caller = { calendar: PersonCalendar; now: Date }
type Teacher = { timezone: string; defaultMinutes: number }

const teacherOf = async (db: Db, userId: string): Promise<Teacher> => {
  const row = await userById(db, userId)
  if (!row) throw new Refused('not_signed_in')
  return { timezone: row.user.timezone, defaultMinutes: Preferences.parse(row.user.preferences).defaultBlockDuration }
}

/** Reads a file in the thread for it. Throws `refused_by_rule` and `unavailable`. */
const readFile = async (db: Db, { calendar, now }: Caller, { kind, content, options }: ImportInput, read: ReadImport) => {
  const teacher = await teacherOf(db, calendar.userId)
  const today = todayIn(teacher.timezone, now.getTime())
  const own = await recordsOf(db, calendar, 'timetable')
  const schools = calendar.under ? await recordsOf(db, calendar.under, 'schoolYear') : []
  const years = [...own, ...schools].map(({ content }) => content)
  const { existing: _, ...how } = options
  const task: ReadTask = { kind, content, ...how, timezone: teacher.timezone, today, year: yearAround(today, years) }
  return { file: await read(calendar.userId, task), teacher }
}

const byDate = (items: readonly ReadItem[]): Map<string, ReadItem[]> => {
  const days = new Map<string, ReadItem[]>()
  for (const item of items) {
    const there = days.get(item.date)
    if (there) there.push(item)
    else days.set(item.date, [item])
  }
  return days
}

/** Yields the days on these dates as they are, in order, one page at a time. */
async function* daysFrom(db: Db, calendar: PersonCalendar, dates: readonly string[]): AsyncGenerator<[string, StoredDay | null]> {
  for (let left = [...dates].sort(); left.length > 0; ) {
    const { days, isFull } = await pageOfDays(db, calendar, left)
    const found = new Map(days.map((day) => [day.date, day]))
    const end = isFull ? days.at(-1)?.date : undefined
    const isOnPage = (date: string) => end === undefined || date <= end
    for (const date of left.filter(isOnPage)) yield [date, found.get(date) ?? null]
    left = left.filter((date) => !isOnPage(date))
  }
}

/** Returns why the teacher's school closed days, by date. */
const schoolReasons = async (db: Db, { under }: PersonCalendar, items: readonly ReadItem[]): Promise<Map<string, string>> => {
  const dates = [...new Set(items.filter(({ kind }) => kind === 'dayOff').map(({ date }) => date))]
  if (!under || dates.length === 0) return new Map()
  const school = membersSchoolCalendar({ id: under.schoolId, calendarId: under.id })
  const days = await sketchesOn(db, school, dates)
  return new Map(days.flatMap(({ date, isBlocked, blockedText }) => (isBlocked ? [[date, blockedText ?? ''] as const] : [])))
}

/** Characters to read (about 5 ms) before other requests can run. */
const AT_ONCE = 50_000
/** Planning an item takes as long as reading this many characters. */
const CHARACTERS_PER_ITEM = 1000
type Pause = ReturnType<typeof makePauses>

/** Returns the keys of the texts of lessons that have the title of one of these items, by lesson id. */
const keysOf = async (blocks: readonly StoredBlock[], items: readonly ReadItem[], pause: Pause): Promise<Map<string, string>> => {
  const named = new Map<string, ReadItem[]>()
  for (const item of blocks.length > 0 ? items : []) {
    if (item.description === '') continue
    const title = comparedName(item.title)
    named.set(title, [...(named.get(title) ?? []), item])
  }
  const keys = new Map<string, string>()
  for (const { id, title, description } of blocks) {
    const likely = named.get(comparedName(title))
    if (!likely) continue
    await pause(description.length)
    keys.set(id, likely.find((item) => item.description === description)?.textKey ?? textKey(description))
  }
  return keys
}

/** Returns a function that plans a day, and the dates of a file. */
const plannerOf = async (db: Db, calendar: PersonCalendar, file: ReadFile, choices: Omit<Choices, 'classes'>) => {
  const archive = file.planner && (await archiveIn(db, calendar, file.planner))
  const classes = archive?.classes ?? (await classesOf(db, calendar))
  const reasons = await schoolReasons(db, calendar, file.items)
  const items = byDate(file.items)
  const itemsOn = (date: string) => items.get(date) ?? []
  /** The keys of the texts that are there, by date, because a day is planned twice. */
  const textKeys = new Map<string, Map<string, string>>()
  const prepare = async (date: string, day: StoredContent | null, pause: Pause) => {
    await pause(itemsOn(date).length * CHARACTERS_PER_ITEM)
    textKeys.set(date, await keysOf(day?.blocks ?? [], itemsOn(date), pause))
  }
  /** Plans a day, once it is prepared. */
  const planOn = (date: string, day: StoredContent | null): PlannedDay =>
    archive?.planOn(date, day, itemsOn(date)) ??
    planDay(day, itemsOn(date), { ...choices, classes, schoolReason: reasons.get(date) ?? null, textKeys: textKeys.get(date) })
  const dates = [...new Set([...items.keys(), ...(archive?.dates ?? [])])]
  return { prepare, planOn, dates, archive }
}

type Found = { entries: ImportEntry[]; problems: ReadProblem[]; problemCount: number }

const foundIn = (file: ReadFile, entries: ImportEntry[], more: readonly ReadProblem[]): Found => ({
  entries,
  problems: [...file.problems, ...more].sort((a, b) => a.line - b.line).slice(0, MAX.importProblems),
  problemCount: file.problemCount + more.length,
})

/** Returns what becomes of a file. `before` returns a day's content before the change, if it isn't what is there now. */
const planFile = async (
  db: Db,
  calendar: PersonCalendar,
  { file, prepare, planOn, dates, archive }: { file: ReadFile } & Awaited<ReturnType<typeof plannerOf>>,
  before: (day: StoredDay | null, date: string) => StoredContent | null = (day) => day,
) => {
  const pause = makePauses(AT_ONCE)
  const entries: ImportEntry[] = []
  const problems: ReadProblem[] = []
  const changed: { date: string; plan: Omit<PlannedDay, 'entries' | 'problems' | 'blocks'> }[] = []
  for await (const [date, day] of daysFrom(db, calendar, dates)) {
    const there = before(day, date)
    await prepare(date, there, pause)
    const { entries: those, problems: bad, blocks: _, ...plan } = planOn(date, there)
    entries.push(...those)
    problems.push(...bad)
    if (plan.isMarked || plan.isPlanned) changed.push({ date, plan })
  }
  return { found: foundIn(file, entries, problems), changed, records: archive?.records() ?? [] }
}

export const previewImport = async (db: Db, caller: Caller, input: ImportInput, read: ReadImport) => {
  const { file, teacher } = await readFile(db, caller, input, read)
  const planner = await plannerOf(db, caller.calendar, file, { existing: input.options.existing, ...teacher })
  const { found, records } = await planFile(db, caller.calendar, { file, ...planner })
  const templates = planner.archive ? countTemplates(await planner.archive.templates()) : 0
  const { lines, needsWeek, columns } = file
  return { ...found, lines, needsWeek, columns, records: { ...countRecords(records), templates } }
}

type Call = Omit<OperationParts, 'kind' | 'undoes' | 'request' | 'calendar'> & Caller

const hashOf = ({ kind, content, options }: ImportInput): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, options]))
    .update(content)
    .digest('base64')

/**
 * Brings a file in. Repeating the call with the same operation id changes nothing, and returns the same result unless the days have changed
 * since. Throws `refused_by_rule`, `taken` (also if the operation brought in another file, or in another way) and `unavailable`.
 */
export const importLessons = async (
  db: Db,
  call: Call,
  input: ImportInput,
  { read, renumber }: { read: ReadImport; renumber: Renumber },
) => {
  const { calendar, now } = call
  const { file, teacher } = await readFile(db, call, input, read)
  const choices = { existing: input.options.existing, ...teacher }
  let result: Found | undefined
  let archive: Awaited<ReturnType<typeof plannerOf>>['archive']
  const plan = async (db: Db): Promise<Changes> => {
    const planner = await plannerOf(db, calendar, file, choices)
    const { found, changed, records } = await planFile(db, calendar, { file, ...planner })
    result = found
    archive = planner.archive
    const edits = changed.map(({ date, plan: { marks, isPlanned, isMarked, closes } }): ClosingEdit => {
      const closing = closes ? { closes: true } : {}
      if (!isPlanned) return { date, ...closing, marksTo: () => marks }
      // Planned again, so that only one page of days is in memory.
      const to = (day: StoredDay | null) => ({ ...marks, blocks: planner.planOn(date, day).blocks })
      return { date, ...closing, ...(isMarked || isPlanned ? { hasLessons: true } : {}), to }
    })
    const changes = edits.some(({ closes }) => closes) ? await renumber(db, calendar, { edits, now }) : { edits }
    return { ...changes, records: [...(changes.records ?? []), ...records] }
  }
  const { operationId, dates, removed } = await db.transaction(async (db) => {
    const changed = await changeDays(db, { ...call, kind: 'import', request: hashOf(input), plan })
    if (archive) await addMissing(db, call, await archive.templates(db))
    return changed
  })
  const found = result ?? (await repeatedResult(db, calendar, operationId, { file, choices }))
  return { operationId, ...found, dates: [...dates, ...removed].sort() }
}

/** Returns what an operation brought in, planned again on the days as they were before it. */
const repeatedResult = async (
  db: Db,
  calendar: PersonCalendar,
  operationId: string,
  { file, choices }: { file: ReadFile; choices: Omit<Choices, 'classes'> },
): Promise<Found> => {
  const images = new Map((await imagesOfOperation(db, calendar, operationId)).map(({ date, before }) => [date, before]))
  const before = (day: StoredDay | null, date: string): StoredContent | null => {
    const image = images.get(date)
    // A day that has changed since can't be taken back.
    if (image === undefined || day?.operationId !== operationId) return day
    return image && contentBefore(day, image)
  }
  const planner = await plannerOf(db, calendar, file, choices)
  return (await planFile(db, calendar, { file, ...planner }, before)).found
}
