/**
 * The shapes of a Firstbell account's archive, as far as another account can bring it in. A stranger may have written it, so everything is
 * validated. Fields that this version doesn't know are dropped.
 */
import * as z from 'zod/mini'
import { endsAfterStart, TimeBlockInput, Usual } from '#shared/calendar/contract.ts'
import { CLASS_COLORS } from '#shared/classes/contract.ts'
import { daysBetween, isDay, todayIn } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { TimeBlockTemplateInput } from '#shared/templates/contract.ts'
import { Day, requiredText, Time, text, Uuid } from '#shared/text.ts'
import { fitsGrid, Rhythm, Row, TimetableVersion } from '#shared/timetables/contract.ts'
import { daysOf } from '#shared/timetables/rules.ts'

const Name = requiredText(MAX.className, 'No name')
const Order = z.int().check(z.minimum(0), z.maximum(10_000))

export const ArchivedBlock = z
  .object({
    ...TimeBlockInput.shape,
    order: Order,
    usual: z.optional(z.object({ ...Usual.shape, startTime: Time, endTime: Time, shortDay: text(MAX.className) })),
  })
  .check(endsAfterStart)

const mark = z.nullable(text(MAX.markText))
/** A day as the API returns it: a school's day off replaces the teacher's own, which is in the fields of the teacher. */
export const ArchivedDay = z.object({
  date: Day,
  isBlocked: z.boolean(),
  blockedText: mark,
  hasNote: z.boolean(),
  noteText: mark,
  blocks: z.array(z.unknown()),
  schoolId: z.optional(z.nullable(z.string())),
  userBlocked: z.optional(z.nullable(z.boolean())),
  userBlockedText: z.optional(mark),
})

const ArchivedClass = z.object({
  name: Name,
  color: z.int().check(z.minimum(0), z.maximum(CLASS_COLORS - 1)),
  room: text(MAX.room),
  staysOnItsDay: z.boolean(),
  order: Order,
  onClosure: z.optional(z.enum(['move', 'leave'])),
})

const Numbers = z.record(Day, z.int().check(z.minimum(1), z.maximum(MAX.cycleDays)))
const Version = z.object({
  from: Day,
  rows: TimetableVersion.shape.rows.check(z.maxLength(MAX.timetableRows)),
  cells: TimetableVersion.shape.cells.check(z.maxLength(MAX.timetableRows * MAX.cycleDays)),
  fixed: TimetableVersion.shape.fixed.check(z.maxLength(MAX.fixedLessons)),
})
const ArchivedTimetable = z.object({
  firstDay: Day,
  lastDay: Day,
  rhythm: Rhythm,
  versions: z.array(Version).check(z.minLength(1), z.maxLength(MAX.timetableVersions)),
  numbers: Numbers,
  setByHand: Numbers,
  followsSchool: z.boolean(),
  schoolKey: z.optional(z.string().check(z.maxLength(64))),
})

type Timetable = z.output<typeof ArchivedTimetable>
const isOnce = (keys: readonly string[]): boolean => new Set(keys).size === keys.length

/**
 * True for a timetable whose parts fit each other. Its versions may be outside its days, because a later timetable shortens the one before.
 */
const fits = ({ firstDay, lastDay, rhythm, versions, numbers, setByHand }: Timetable): boolean => {
  const days = daysBetween(firstDay, lastDay)
  const isInOrder = versions.every(({ from }, at) => at === 0 || from > (versions[at - 1]?.from ?? ''))
  const areNear = versions.every(({ from }) => Math.abs(daysBetween(firstDay, from)) < MAX.timetableDays)
  const areFilled = versions.every(({ cells }) => isOnce(cells.map(({ day, row }) => `${day} ${row}`)))
  const isCounted = [...Object.values(numbers), ...Object.values(setByHand)].every((number) => number <= daysOf(rhythm))
  const isLong = days < 0 || days >= MAX.timetableDays
  return !isLong && isInOrder && areNear && areFilled && isCounted && versions.every((version) => fitsGrid({ ...version, rhythm }))
}

/** Returns a timetable without the numbers of days that it doesn't have. */
const withOwnNumbers = (timetable: Timetable): Timetable => {
  const { firstDay, lastDay, numbers } = timetable
  return { ...timetable, numbers: Object.fromEntries(Object.entries(numbers).filter(([date]) => date >= firstDay && date <= lastDay)) }
}

const Times = { startTime: Time, endTime: Time }
const Dates = z.array(Day).check(z.maxLength(MAX.rangeDays))
const CONTENTS = {
  class: ArchivedClass,
  timetable: ArchivedTimetable,
  unplaced: z.object({ block: ArchivedBlock, date: Day, reason: text(MAX.markText) }),
  closure: z.object({
    dates: Dates,
    places: z
      .array(z.object({ id: z.string().check(z.maxLength(64)), date: Day, startTime: Time }))
      .check(z.maxLength(MAX.rangeDays * MAX.blocksOfDay)),
    answered: z.optional(z.record(Day, z.int().check(z.minimum(0)))),
  }),
  bellSchedule: z.object({ name: Name, rows: z.array(Row).check(z.minLength(1), z.maxLength(MAX.timetableRows)) }),
  shortDay: z.object({
    name: Name,
    rows: z.array(z.object({ ...Times, short: z.nullable(z.object(Times)) })).check(z.maxLength(MAX.blocksOfDay)),
    date: Day,
  }),
}
const KINDS = Object.keys(CONTENTS) as ArchivedKind[]
type ArchivedKind = keyof typeof CONTENTS
/** A record of one of the kinds, with its content. */
export type ArchivedRecord = {
  [Kind in ArchivedKind]: { kind: Kind; id: string; content: z.output<(typeof CONTENTS)[Kind]> }
}[ArchivedKind]

const RecordHead = z.object({ kind: z.enum(KINDS), id: Uuid, content: z.unknown() })

const Content = z.object({ ...TimeBlockTemplateInput.shape, name: z.optional(z.unknown()) }).check(endsAfterStart)
const Blocks = z.array(ArchivedBlock).check(z.maxLength(MAX.blocksOfDay))
const TEMPLATES = {
  time_block: Content,
  daily: z.object({ blocks: Blocks }),
  weekly: z.object({ mondayBlocks: Blocks, tuesdayBlocks: Blocks, wednesdayBlocks: Blocks, thursdayBlocks: Blocks, fridayBlocks: Blocks }),
}
type TemplateKind = keyof typeof TEMPLATES
export type ArchivedTemplate = {
  [Kind in TemplateKind]: {
    kind: Kind
    name: string
    content: Kind extends 'time_block' ? Omit<z.output<typeof Content>, 'name'> : z.output<(typeof TEMPLATES)[Kind]>
    /** When the teacher last checked this emergency plan. Null if it isn't one. */
    checkedAt: string | null
  }
}[TemplateKind]
const TemplateHead = z.object({
  name: requiredText(200, 'No name'),
  content: z.unknown(),
  checkedAt: z.optional(z.unknown()),
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns validated values with their keys in the order in which they were, so that a day is stored exactly as it was. */
const inOrderOf = (given: unknown, valid: unknown): unknown => {
  if (Array.isArray(given) && Array.isArray(valid)) return valid.map((item, at) => inOrderOf(given[at], item))
  if (!isObject(given) || !isObject(valid)) return valid
  // A stranger's keys can have the names of methods, such as toString.
  const has = (object: object) => (key: string) => Object.hasOwn(object, key)
  const keys = [...Object.keys(given).filter(has(valid)), ...Object.keys(valid).filter((key) => !has(given)(key))]
  return Object.fromEntries(keys.map((key) => [key, inOrderOf(given[key], valid[key])]))
}

/** Returns a value if it has a shape, or undefined. */
export const valid = <S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> | undefined => {
  const { success, data } = z.safeParse(schema, value)
  return success ? (inOrderOf(value, data) as z.output<S>) : undefined
}

export const archivedRecord = (value: unknown): ArchivedRecord | undefined => {
  const head = valid(RecordHead, value)
  const content = head && valid(CONTENTS[head.kind], head.content)
  if (!head || !content) return undefined
  const record = { kind: head.kind, id: head.id, content } as ArchivedRecord
  if (record.kind !== 'timetable') return record
  return fits(record.content) ? { ...record, content: withOwnNumbers(record.content) } : undefined
}

/** Returns when a plan was checked, or null for a time that can't be. */
const checkedAtOf = (given: unknown, { timezone, today }: Now): string | null => {
  const at = valid(z.iso.datetime(), given)
  return at !== undefined && isDay(at.slice(0, 10)) && todayIn(timezone, Date.parse(at)) <= today ? at : null
}

type Now = { timezone: string; today: string }

export const archivedTemplate = (kind: TemplateKind, value: unknown, now: Now): ArchivedTemplate | undefined => {
  const head = valid(TemplateHead, value)
  const content = head && valid(TEMPLATES[kind], head.content)
  return head && content ? ({ kind, name: head.name, content, checkedAt: checkedAtOf(head.checkedAt, now) } as ArchivedTemplate) : undefined
}
