import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { MAX, PER_MINUTE } from '#shared/limits.ts'
import { Day, text, Uuid } from '#shared/text.ts'

/** The parts to include in a sub plan. All are included by default. */
export const SubPlanChoices = z.strictObject({
  emergencyProcedures: z._default(z.boolean(), true),
  substituteInstructions: z._default(z.boolean(), true),
  studentNotes: z._default(z.boolean(), true),
  alerts: z._default(z.boolean(), true),
  /** `full` includes each lesson's text. `glance` is only a table of times and titles. */
  lessons: z._default(z.enum(['full', 'glance']), 'full'),
  /** A message to the sub for this absence. */
  message: z._default(text(2000), ''),
})
export type SubPlanChoices = z.output<typeof SubPlanChoices>

/** The choices for a sub plan made from another teacher's days. Such a plan never includes alerts. */
export const SubPlanSelection = z.omit(SubPlanChoices, { alerts: true })

export const SubPlanDates = z.array(Day).check(
  z.minLength(1, 'Please select at least one date to generate substitute plans'),
  z.maxLength(MAX.planDays, `A sub plan can cover up to ${MAX.planDays} days`),
  z.refine((dates) => new Set(dates).size === dates.length, 'Choose each date only once'),
)

export const subPlans = contract({
  generate: {
    method: 'POST',
    path: '/api/sub-plans/generate',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Generate a sub plan for these days, as a page that is ready to print.',
    description:
      'Returns HTML with the caller’s lessons and the parts they chose. With a `linkId`, returns the plan of that link instead, with its own days and parts.',
    body: z.strictObject({
      dates: SubPlanDates,
      ...SubPlanChoices.shape,
      /** An open link that the caller made. The plan is then exactly the link's, with its address and a QR code of it. */
      linkId: z.optional(Uuid),
    }),
    document: 'text/html',
    reply: z.string(),
    refuses: ['not_found'],
    perMinute: PER_MINUTE.subPlans,
  },
})
