import * as z from 'zod/mini'
import { isInOrder, lengthOf, OperationId, OperationResult } from '#shared/calendar/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { Day, text, Uuid } from '#shared/text.ts'
import { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'

/** A lesson's place: its date and the time at which it starts. */
const Place = z.object({ date: z.string(), startTime: z.string() }).register(names, { id: 'LessonPlace' })

/** A plan that moves, without its text. */
const PlanMove = z
  .object({
    blockId: z.string(),
    classId: z.nullable(z.string()),
    title: z.string(),
    /** The first words of the text. */
    words: z.string(),
    from: Place,
    /** Null if no lesson is left, so that the plan becomes an unplaced lesson. */
    to: z.nullable(Place),
  })
  .register(names, { id: 'PlanMove' })
export type PlanMove = z.output<typeof PlanMove>

/** The plans that move, in the order in which they were. */
const MovePreview = z.object({ moves: z.array(PlanMove) }).register(names, { id: 'MovePreview' })
export const MoveResult = z.object({ ...OperationResult.shape, unplaced: z.array(UnplacedLesson) }).register(names, { id: 'MoveResult' })
export type MoveResult = z.output<typeof MoveResult>

const MoveInput = z.object({
  kind: z.enum(['bump', 'bumpAll', 'extend', 'pullBack']),
  date: Day,
  blockId: z.string().check(z.maxLength(64)),
  operationId: OperationId,
})

const isShort = z.refine<{ from?: string; to?: string }>((range) => lengthOf(range) < MAX.rangeDays, {
  error: `A range can be up to ${MAX.rangeDays} days`,
  path: ['to'],
})
/** Only these days of a range. */
const SomeDates = z.optional(z.array(Day).check(z.maxLength(MAX.rangeDays, `Send up to ${MAX.rangeDays} dates`)))
const Choice = z.enum(['move', 'leave'])
export type ClosureChoice = z.output<typeof Choice>

const ClosureInput = z
  .object({
    from: Day,
    to: Day,
    dates: SomeDates,
    blockedText: z.optional(text(MAX.markText)),
    choices: z._default(
      z.array(z.object({ classId: Uuid, choice: Choice })).check(
        z.maxLength(MAX.classes, `Send up to ${MAX.classes} classes`),
        z.refine((choices) => new Set(choices.map(({ classId }) => classId)).size === choices.length, 'List each class once'),
      ),
      [],
    ),
    operationId: OperationId,
  })
  .check(isInOrder, isShort)

const OpeningInput = z
  .object({ from: Day, to: Day, dates: SomeDates, plans: z.enum(['bringBack', 'leave']), operationId: OperationId })
  .check(isInOrder, isShort)

const OpeningPreview = z
  .object({
    /** The plans that come back, in the order in which they are now. An unplaced plan is listed where it was last. */
    back: z.array(PlanMove),
    /** The other plans that move, because they make room or close a gap. */
    others: z.array(PlanMove),
  })
  .register(names, { id: 'OpeningPreview' })
export type OpeningPreview = z.output<typeof OpeningPreview>

const Closure = z
  .object({
    id: z.string(),
    /** The days that are still closed, in order. */
    dates: z.array(z.string()),
    /** The plans that moved. `to` is where each is now, or null if it is unplaced. Deleted plans are left out. */
    moves: z.array(PlanMove),
  })
  .register(names, { id: 'Closure' })
export type Closure = z.output<typeof Closure>

/** Days that the school closed, on which the teacher has plans. */
const SchoolClosures = z
  .object({
    days: z.array(z.object({ date: z.string(), reason: z.nullable(z.string()) })),
    /** Number of plans that would move on. */
    plans: z.number(),
  })
  .register(names, { id: 'SchoolClosures' })
export type SchoolClosures = z.output<typeof SchoolClosures>

/** Days that the school opened again, after the teacher moved plans on. */
const SchoolOpenings = z
  .object({
    dates: z.array(z.string()),
    /** Number of plans that would come back. */
    plans: z.number(),
  })
  .register(names, { id: 'SchoolOpenings' })
export type SchoolOpenings = z.output<typeof SchoolOpenings>

export const moves = contract({
  previewMove: {
    method: 'POST',
    path: '/api/calendar/moves/preview',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Preview a move of a plan along the lessons of its class. Changes nothing.',
    description: 'Takes what `POST /api/calendar/moves` takes.',
    goesOn: true,
    body: MoveInput,
    reply: MovePreview,
    refuses: ['not_found', 'refused_by_rule'],
  },
  move: {
    method: 'POST',
    path: '/api/calendar/moves',
    access: 'subscriber',
    summary: 'Move a plan along the lessons of its class.',
    description:
      'A `bump` moves the plan to the class’s next lesson, and the plans there make room up to the first lesson without a plan. `bumpAll` moves all later plans. `extend` also keeps the plan where it is. `pullBack` replaces it with the next one, and it becomes an unplaced lesson. Dates and times stay. Locked lessons and days off are skipped. Idempotent if you send an `operationId`.',
    body: MoveInput,
    reply: MoveResult,
    refuses: ['not_found', 'refused_by_rule', 'taken'],
  },
  previewClosure: {
    method: 'POST',
    path: '/api/calendar/closures/preview',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Preview what closing days does to plans. Changes nothing.',
    description: 'Takes what `POST /api/calendar/closures` takes.',
    goesOn: true,
    body: ClosureInput,
    reply: MovePreview,
  },
  close: {
    method: 'POST',
    path: '/api/calendar/closures',
    access: 'subscriber',
    summary: 'Block out the days of a range, and move the plans of some classes on.',
    description:
      'Each class in `choices` moves its plans on to its next lessons, or leaves them under the day off. Classes that aren’t listed stay. Without a `blockedText`, only the plans move, because the days are already off. With `dates`, only these days of the range count. Idempotent if you send an `operationId`.',
    body: ClosureInput,
    reply: MoveResult,
    refuses: ['refused_by_rule', 'taken'],
  },
  previewOpening: {
    method: 'POST',
    path: '/api/calendar/openings/preview',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Preview which plans come back if days open again. Changes nothing.',
    description: 'Takes what `POST /api/calendar/openings` takes.',
    goesOn: true,
    body: OpeningInput,
    reply: OpeningPreview,
  },
  open: {
    method: 'POST',
    path: '/api/calendar/openings',
    access: 'subscriber',
    summary: 'Unblock the days of a range, and bring the plans back that moved when they closed.',
    description:
      'Plans come back with what was written since, and plans written there meanwhile move on. Days that the school closed stay closed. If the school has opened them already, only the plans come back. With `dates`, only these days of the range count. Idempotent if you send an `operationId`.',
    body: OpeningInput,
    reply: MoveResult,
    refuses: ['refused_by_rule', 'taken'],
  },
  closures: {
    method: 'GET',
    path: '/api/calendar/closures',
    access: 'account',
    summary: 'List where the plans of closed days went.',
    description: 'Only closures that moved plans, with at least one day of the range.',
    query: z.object({ from: Day, to: Day }).check(isInOrder, isShort),
    reply: z.array(Closure),
  },
  schoolClosures: {
    method: 'GET',
    path: '/api/calendar/school-closures',
    access: 'account',
    summary: 'List the days that your school closed or opened again, if you haven’t said what happens to your plans.',
    description:
      'From a week ago on. `question` has the closed days on which you have plans. Answer with `POST /api/calendar/closures`, without a `blockedText` and with these days as `dates`. If your school changes such a day later, it is asked about again. Days in a cycle that waits are left out, because `GET /api/timetables/school-change` asks about those. `opened` has the days that your school opened again after your plans had moved on. Answer with `POST /api/calendar/openings`, with these days as `dates`.',
    reply: z.object({ question: z.nullable(SchoolClosures), opened: z.nullable(SchoolOpenings) }),
  },
})
