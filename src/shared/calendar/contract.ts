import * as z from 'zod/mini'
import { daysBetween } from '#shared/dates.ts'
import { contract, isMissing, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { Day, requiredText, Time, text } from '#shared/text.ts'

/** A lesson with its start and end time. */
export const TimeBlock = z
  .object({
    /** Chosen by the client, unique within its day. */
    id: z.string(),
    title: z.string(),
    /** Rich text: HTML limited to the allowlist in `lesson-html.ts`. */
    description: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    hasAlert: z.boolean(),
    alertMessage: z.string(),
    order: z.number(),
  })
  .register(names, { id: 'TimeBlock' })
export type TimeBlock = z.output<typeof TimeBlock>

/**
 * A school's entry on a teacher's day, in addition to the teacher's own blocked date and note (docs/decisions/0025). All fields are absent
 * on days without a school entry.
 */
export const schoolEntry = {
  /** The school whose entry overlays the day. In a school calendar, the school itself. */
  schoolId: z.optional(z.nullable(z.string())),
  /** True if the teacher has blocked the day as well. */
  userBlocked: z.optional(z.nullable(z.boolean())),
  /** The teacher's own reason, when `blockedText` is the school's. */
  userBlockedText: z.optional(z.nullable(z.string())),
  /** The school's note. `noteText` is the teacher's own. */
  schoolNote: z.optional(z.nullable(z.string())),
}

/** One day of a calendar. If the teacher's school blocks it, `isBlocked` is true and `blockedText` is the school's. */
export const CalendarDay = z
  .object({
    id: z.string(),
    /** The owner, or null in a school calendar. */
    userId: z.nullable(z.string()),
    /** `yyyy-MM-dd`, in the teacher's time zone. */
    date: z.string(),
    isBlocked: z.boolean(),
    blockedText: z.nullable(z.string()),
    hasNote: z.boolean(),
    noteText: z.nullable(z.string()),
    blocks: z.array(TimeBlock),
    /** Increases with every change and is never reused. Send it with a change to detect conflicts. */
    version: z.number(),
    /** The operation that produced this state, to be passed to Undo. */
    operationId: z.string(),
    ...schoolEntry,
  })
  .register(names, { id: 'CalendarDay' })
export type CalendarDay = z.output<typeof CalendarDay>

/** A day's content, without owner or version. */
export type DayContent = Pick<CalendarDay, 'isBlocked' | 'blockedText' | 'hasNote' | 'noteText' | 'blocks'>

/** Fields shared by blocks on a day and in a template. */
export const blockInput = {
  title: requiredText(MAX.title, 'Please fill in all required fields'),
  description: z._default(text(MAX.lessonHtml), ''),
  startTime: Time,
  endTime: Time,
  hasAlert: z._default(z.boolean(), false),
  alertMessage: z.pipe(
    z._default(z.nullable(text(500)), ''),
    z.transform((message: string | null) => message ?? ''),
  ),
}
export const endsAfterStart = z.refine<Pick<TimeBlock, 'startTime' | 'endTime'>>((block) => block.startTime < block.endTime, {
  error: 'End time must be after start time',
  path: ['endTime'],
})
export const atMostOneDay = z.maxLength(MAX.blocksOfDay, `A day can hold up to ${MAX.blocksOfDay} lessons`)

const TimeBlockInput = z
  .object({
    id: z.string().check(z.regex(/^[\w-]{1,64}$/, 'Use letters, digits, _ and - (64 at most)')),
    ...blockInput,
    order: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  })
  .check(endsAfterStart)
  .register(names, { id: 'TimeBlockInput' })

const TimeBlocksInput = z.array(TimeBlockInput).check(
  atMostOneDay,
  z.refine((blocks) => new Set(blocks.map((block) => block.id)).size === blocks.length, 'Each time block needs its own id'),
)

/** The version the client last saw (0 if the day didn't exist). A change with a stale version is rejected with 409 and the current day. */
const Version = z.optional(z.int().check(z.minimum(0)))
/**
 * The operation's id, chosen by the client. A repeated request with the same id returns the original result and changes nothing, so it is
 * safe to retry when a reply is lost.
 */
export const OperationId = z.optional(z.uuid())
const mark = {
  isBlocked: z.optional(z.boolean()),
  blockedText: z.optional(z.nullable(text(MAX.markText))),
  hasNote: z.optional(z.boolean()),
  noteText: z.optional(z.nullable(text(MAX.markText))),
}
const DayChangeInput = z.object({ ...mark, blocks: z.optional(TimeBlocksInput), version: Version }).register(names, { id: 'DayChange' })
/** Changes to a day. Omitted fields keep their values. */
export type DayChange = Omit<z.output<typeof DayChangeInput>, 'version'>

export type GivenRange = { from?: string | undefined; to?: string | undefined }
export const lengthOf = ({ from, to }: GivenRange): number => (from === undefined || to === undefined ? 0 : daysBetween(from, to))
export const isInOrder = z.refine<GivenRange>((range) => lengthOf(range) >= 0, {
  error: 'End date can’t be before start date',
  path: ['to'],
})
/** On writes: the school whose calendar to change. School administrators only. */
const inSchool = { schoolId: z.optional(z.nullable(z.uuid())) }

const DayId = z.object({ id: z.uuid() })

/** Result of an operation: the days that remain, and the dates that are now empty. */
export const OperationResult = z
  .object({
    operationId: z.string(),
    entries: z.array(CalendarDay),
    removed: z.array(z.string()),
  })
  .register(names, { id: 'OperationResult' })
export type OperationResult = z.output<typeof OperationResult>

export const OperationKind = z.enum(['save', 'bulk', 'delete', 'undo', 'template', 'repeat']).register(names, { id: 'OperationKind' })
export type OperationKind = z.output<typeof OperationKind>

export const calendar = contract({
  saveDay: {
    method: 'POST',
    path: '/api/calendar',
    access: 'editor',
    summary: 'Save the given fields of the day on this date, creating it if necessary.',
    description:
      'Returns the day, with status 201 if it is new. Send the `version` you last saw to detect conflicts, and an `operationId` to make retries safe.',
    holdsLessons: true,
    body: z.object({ date: Day, ...DayChangeInput.shape, operationId: OperationId, ...inSchool }),
    reply: CalendarDay,
    answers: [200, 201],
    refuses: ['not_found', 'stale', 'taken'],
  },
  saveDays: {
    method: 'POST',
    path: '/api/calendar/days',
    access: 'editor',
    summary: 'Save the given fields of several days as one operation, all or none.',
    description: `Takes up to ${MAX.savedDays} days, for example to move a time block to another day. Idempotent if you send an \`operationId\`.`,
    holdsLessons: true,
    body: z.object({
      days: z.array(z.object({ date: Day, ...DayChangeInput.shape })).check(
        z.minLength(1, 'Choose at least one day to save'),
        z.maxLength(MAX.savedDays, `Save at most ${MAX.savedDays} days at once`),
        z.refine((days) => new Set(days.map((day) => day.date)).size === days.length, 'List each day only once'),
      ),
      operationId: OperationId,
      ...inSchool,
    }),
    reply: OperationResult,
    refuses: ['not_found', 'stale', 'taken'],
  },
  replaceBlocks: {
    method: 'PUT',
    path: '/api/calendar/:id',
    access: 'editor',
    summary: 'Replace the time blocks of a day.',
    description: 'Returns the day with its new version. Blocks that aren’t sent are deleted.',
    params: DayId,
    holdsLessons: true,
    body: z.object({ blocks: TimeBlocksInput, version: Version }),
    reply: CalendarDay,
    refuses: ['stale'],
  },
  changeDay: {
    method: 'PATCH',
    path: '/api/calendar/:id',
    access: 'editor',
    summary: 'Change the time blocks, blocked state, or note of a day.',
    description: 'Returns the day with its new version. Omitted fields keep their values.',
    params: DayId,
    holdsLessons: true,
    body: DayChangeInput,
    reply: CalendarDay,
    refuses: ['stale'],
  },
  deleteDay: {
    method: 'DELETE',
    path: '/api/calendar/:id',
    access: 'editor',
    summary: 'Delete a day and everything in it.',
    description: 'Returns the operation’s id. Undo restores the day.',
    params: DayId,
    query: z.object({ version: z.optional(z.coerce.number()), operationId: OperationId }),
    reply: z.object({ operationId: z.string() }),
    refuses: ['stale', 'taken'],
  },
  markRange: {
    method: 'POST',
    path: '/api/calendar/bulk',
    access: 'editor',
    summary: 'Block out or add a note to every day in a date range, all or none.',
    description: `A range can be up to ${MAX.rangeDays} days. Lessons don’t change. Idempotent if you send an \`operationId\`.`,
    body: z.object({ from: Day, to: Day, ...mark, operationId: OperationId, ...inSchool }).check(
      isInOrder,
      z.refine((range) => lengthOf(range) < MAX.rangeDays, { error: `A range can be up to ${MAX.rangeDays} days`, path: ['to'] }),
      z.refine((body) => body.isBlocked !== undefined || body.hasNote !== undefined, {
        error: 'Set isBlocked or hasNote',
        params: isMissing,
      }),
    ),
    reply: OperationResult,
    refuses: ['not_found', 'taken'],
  },
  undo: {
    method: 'POST',
    path: '/api/calendar/operations/:id/undo',
    access: 'editor',
    summary: 'Undo an operation, unless its days have changed since.',
    description: 'Returns the restored days. The undo can itself be undone.',
    params: DayId,
    body: z.nullish(z.object({ operationId: OperationId })),
    reply: OperationResult,
    refuses: ['stale', 'taken'],
  },
})
