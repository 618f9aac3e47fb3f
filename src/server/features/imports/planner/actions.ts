/** Brings in what the archive of a Firstbell account has besides lessons: records in the operation, and templates with it. */
import { createHash } from 'node:crypto'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { recordsById, recordsOf } from '#server/features/calendar/records/queries.ts'
import type { PersonCalendar, StoredContent } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { addTemplates, type TemplateOwner } from '#server/features/templates/actions.ts'
import { countOtherEmergencyPlans, pagesOfTemplates, setChecked } from '#server/features/templates/queries.ts'
import type { TemplateContent, TemplateKind } from '#server/features/templates/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { ArchivedPlanner, ReadItem } from '#server/lib/reading/items.ts'
import { MAX } from '#shared/limits.ts'
import type { PlannedDay } from '../policy.ts'
import { type ClassIn, classesIn, classesToAdd, isEmptyDay, planWholeDay, recordsHere, type There, templateHere } from './policy.ts'

/** Records that are looked up at once. */
const AT_ONCE = 500

/** Returns what comes in of an archive: its days, its records with the operation, and its templates. */
export const archiveIn = async (db: Db, calendar: PersonCalendar, planner: ArchivedPlanner) => {
  const there = await recordsThere(db, calendar, planner)
  const classIn = classesIn(planner, there)
  const days = new Map(planner.days.map((day) => [day.date, day]))
  /** The dates of days that come in whole. */
  const whole = new Set<string>()
  const planOn = (date: string, day: StoredContent | null, items: readonly ReadItem[]): PlannedDay | undefined => {
    const archived = days.get(date)
    if (!archived || !isEmptyDay(day)) return undefined
    whole.add(date)
    return planWholeDay(archived, items, classIn)
  }
  return {
    planOn,
    dates: [...days.keys()],
    /** The calendar's classes, and those that come in. */
    classes: [...there.classes, ...classesToAdd(planner, there)],
    /** Returns the edits of records, once all days are planned. */
    records: () => recordsHere(planner, there, (date) => whole.has(date)).map(added),
    templates: (current = db) => missingTemplates(current, calendar.userId, planner, classIn),
  }
}

/** Returns the edit that adds a record. One with its id that came in meanwhile stays. */
const added = ({ kind, id, content }: ArchivedPlanner['records'][number]): RecordEdit =>
  ({ kind, id, to: (before: unknown) => before ?? content }) as RecordEdit

/** Returns the calendar's records, as far as the archive's may meet them. */
const recordsThere = async (db: Db, calendar: PersonCalendar, { records }: ArchivedPlanner): Promise<There> => {
  const ids = new Set<string>()
  for (let from = 0; from < records.length; from += AT_ONCE) {
    const page = records.slice(from, from + AT_ONCE).map(({ id }) => id)
    for (const { id } of await recordsById(db, calendar, page)) ids.add(id)
  }
  const contentsOf = async <K extends 'timetable' | 'bellSchedule' | 'shortDay'>(kind: K) =>
    (await recordsOf(db, calendar, kind)).map(({ content }) => content)
  return {
    ids,
    classes: await classesOf(db, calendar),
    timetables: await contentsOf('timetable'),
    bellSchedules: await contentsOf('bellSchedule'),
    shortDays: new Set((await contentsOf('shortDay')).map(({ date }) => date)),
    hasSchool: calendar.under !== null,
  }
}

const KINDS = ['time_block', 'daily', 'weekly'] as const

type NewTemplate = { name: string; content: TemplateContent[TemplateKind]; checkedAt: string | null }
/** The templates to add, by kind. */
type NewTemplates = Map<TemplateKind, NewTemplate[]>

const keyOf = ({ name, content }: { name: string; content: object }): string =>
  createHash('sha256')
    .update(JSON.stringify([name, content]))
    .digest('base64')

/** Returns the archive's templates that aren't here with the same name and content. */
const missingTemplates = async (db: Db, owner: string, { templates }: ArchivedPlanner, classIn: ClassIn): Promise<NewTemplates> => {
  const missing: NewTemplates = new Map()
  for (const kind of KINDS) {
    const wanted = templates.filter((template) => template.kind === kind)
    if (wanted.length === 0) continue
    const there = new Set<string>()
    for await (const page of pagesOfTemplates(db, { owner, kind })) for (const template of page) there.add(keyOf(template))
    const fresh = wanted.map((template) => ({ ...template, content: templateHere(template, classIn) }))
    missing.set(
      kind,
      fresh.filter((template) => {
        const key = keyOf(template)
        return there.has(key) ? false : there.add(key)
      }),
    )
  }
  return missing
}

export const countTemplates = (missing: NewTemplates): number => [...missing.values()].reduce((sum, { length }) => sum + length, 0)

/** Adds templates. Those that were emergency plans are again, as many as a teacher can have. Throws `refused_by_rule`. */
export const addMissing = async (db: Db, owner: TemplateOwner, missing: NewTemplates): Promise<void> => {
  for (const [kind, created] of missing) {
    const added = await addTemplates(
      db,
      owner,
      kind,
      created.map(({ name, content }) => ({ name, content })),
    )
    for (const [at, { id }] of added.entries()) {
      const { checkedAt = null } = created[at] ?? {}
      if (kind !== 'daily' || checkedAt === null) continue
      const { userId } = owner.calendar
      if ((await countOtherEmergencyPlans(db, userId, id)) < MAX.emergencyPlans)
        await setChecked(db, userId, { id, at: new Date(checkedAt) })
    }
  }
}

/** Returns how many records of each kind come in. */
export const countRecords = (edits: readonly RecordEdit[]) => {
  const of = (wanted: RecordEdit['kind']) => edits.filter(({ kind }) => kind === wanted).length
  return { classes: of('class'), timetables: of('timetable'), unplaced: of('unplaced') }
}
