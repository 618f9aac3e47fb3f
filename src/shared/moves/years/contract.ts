import * as z from 'zod/mini'
import { OperationId } from '#shared/calendar/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { MoveResult } from '#shared/moves/contract.ts'
import { Day, Uuid } from '#shared/text.ts'

const Place = z.object({ date: z.string(), startTime: z.string() })

const YearCopyPreview = z
  .object({
    /** The plans of the classes, class by class, each in order. */
    plans: z.array(
      z.object({
        classId: z.string(),
        toClassId: z.string(),
        title: z.string(),
        /** The first words of the text. */
        words: z.string(),
        from: Place,
        to: z.nullable(Place),
        /** `kept`: the lesson has a plan this year, which stays. `unplaced`: the plan is or becomes an unplaced lesson, because `to` is locked or null. */
        outcome: z.enum(['copied', 'kept', 'unplaced']),
      }),
    ),
  })
  .register(names, { id: 'YearCopyPreview' })

type Pairs = readonly { classId: string; toClassId: string }[]
const onlyOnce = (field: 'classId' | 'toClassId') =>
  z.refine<Pairs>((classes) => new Set(classes.map((one) => one[field])).size === classes.length, 'List each class once')

const YearCopyInput = z
  .object({
    /** The timetable of the earlier year. */
    fromYear: Uuid,
    /** The first day that gets plans. */
    from: Day,
    classes: z
      .array(z.object({ classId: Uuid, toClassId: Uuid, by: z.enum(['schoolDay', 'week', 'date']) }))
      .check(
        z.minLength(1, 'Choose at least one class'),
        z.maxLength(MAX.classes, `Send up to ${MAX.classes} classes`),
        onlyOnce('classId'),
        onlyOnce('toClassId'),
      ),
    operationId: OperationId,
  })
  .register(names, { id: 'YearCopyInput' })
export type YearCopyInput = z.output<typeof YearCopyInput>

export const yearCopies = contract({
  previewYearCopy: {
    method: 'POST',
    path: '/api/calendar/year-copies/preview',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Preview a copy of an earlier year’s plans. Changes nothing.',
    description: 'Takes what `POST /api/calendar/year-copies` takes.',
    goesOn: true,
    body: YearCopyInput,
    reply: YearCopyPreview,
    refuses: ['not_found', 'refused_by_rule'],
  },
  copyYear: {
    method: 'POST',
    path: '/api/calendar/year-copies',
    access: 'subscriber',
    summary: 'Copy the plans of an earlier year onto this year’s lessons, class by class.',
    description:
      'Each class lines up by school day, by week, or by date (the same weekday, with Thanksgiving on Thanksgiving). Lessons that have a plan keep it. A plan without a lesson, or with a locked one, becomes an unplaced lesson, once. Alerts, locks and taught marks aren’t copied. Idempotent if you send an `operationId`.',
    body: YearCopyInput,
    reply: MoveResult,
    refuses: ['not_found', 'refused_by_rule', 'taken'],
  },
})
