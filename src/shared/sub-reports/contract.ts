import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_HOUR } from '#shared/limits.ts'
import { Day, requiredText, text, Uuid } from '#shared/text.ts'

export const OUTCOMES = ['done', 'partly', 'not'] as const
const Outcome = z.enum(OUTCOMES)
export type Outcome = z.output<typeof Outcome>

const ReportedLesson = z.strictObject({
  date: Day,
  blockId: z.string().check(z.regex(/^[\w-]{1,64}$/, 'That isn’t a lesson')),
  outcome: Outcome,
  note: z.optional(text(MAX.reportNote)),
})

/** A substitute's report, as the phone sends it. */
export const ReportInput = z
  .strictObject({
    name: requiredText(MAX.name, 'Please enter your name'),
    lessons: z.array(ReportedLesson).check(
      z.maxLength(MAX.reportLessons, `A report can have up to ${MAX.reportLessons} lessons`),
      z.refine(
        (lessons) => new Set(lessons.map(({ date, blockId }) => `${date} ${blockId}`)).size === lessons.length,
        'Report each lesson only once',
      ),
    ),
    absent: z
      .array(requiredText(MAX.name, 'Please enter a name'))
      .check(z.maxLength(MAX.absent, `A report can name up to ${MAX.absent} students`)),
    incidents: z.optional(text(MAX.reportText)),
    note: z.optional(text(MAX.reportText)),
  })
  .register(names, { id: 'SubReportInput' })
export type ReportInput = z.output<typeof ReportInput>

/** A report as its teacher reads it. */
export const SubReport = z
  .object({
    id: z.string(),
    /** Null once the link was deleted, 30 days after its end. */
    linkId: z.nullable(z.string()),
    dates: z.array(z.string()),
    name: z.string(),
    lessons: z.array(
      z.object({
        date: z.string(),
        blockId: z.string(),
        /** The lesson's title and start time when the report came in. Null if the plan no longer had the lesson. */
        title: z.nullable(z.string()),
        startTime: z.nullable(z.string()),
        outcome: Outcome,
        note: z.string(),
      }),
    ),
    absent: z.array(z.string()),
    incidents: z.string(),
    note: z.string(),
    receivedAt: z.string(),
    correctedAt: z.nullable(z.string()),
    isRead: z.boolean(),
    isKept: z.boolean(),
    /** When the teacher mailed the report to the office, or null. */
    sharedAt: z.nullable(z.string()),
    /** The day on which the report is deleted. Null if the teacher keeps it. */
    deletedOn: z.nullable(z.string()),
  })
  .register(names, { id: 'SubReport' })
export type SubReport = z.output<typeof SubReport>

const params = z.object({ id: Uuid })
const token = z.string()
const Received = z.object({ id: z.string(), correctUntil: z.string() })

export const subReports = contract({
  sendReport: {
    method: 'POST',
    path: '/s/:token/report',
    access: 'public',
    ifRepeated: 'isRecognized',
    summary: 'Send a substitute’s report to the teacher.',
    description: `Returns the report’s id, for corrections, and until when they are possible. Takes the link’s token while the link is open, or the page’s report token until two days after its end. Send an \`Idempotency-Key\` of 8 to 100 letters, digits, \`_\` or \`-\`: the same key stores one report. A link takes ${MAX.reports} reports. Lessons on days that the link doesn’t have are left out.`,
    params: z.object({ token }),
    holdsReport: true,
    body: ReportInput,
    reply: Received,
    answers: [200, 201],
    refuses: ['not_found', 'refused_by_rule'],
  },
  correctReport: {
    method: 'PUT',
    path: '/s/:token/report/:id',
    access: 'public',
    summary: 'Replace a report that was sent through the same link.',
    description: 'Returns the report’s id and until when corrections are possible. The teacher sees that the report was corrected.',
    params: z.object({ token, id: Uuid }),
    holdsReport: true,
    body: ReportInput,
    reply: Received,
    refuses: ['not_found'],
  },
  subReports: {
    method: 'GET',
    path: '/api/sub-reports',
    access: 'account',
    summary: 'List the reports of the caller’s substitutes, latest first.',
    description: `Returns the caller’s own reports, with their texts. Nobody else can read them. Contains at most ${MAX.listedReports}, fewer if they are very long, and prefers those that the caller hasn’t read.`,
    reply: z.array(SubReport),
  },
  changeSubReport: {
    method: 'PATCH',
    path: '/api/sub-reports/:id',
    access: 'account',
    summary: 'Mark a report as read, or keep it beyond 30 days.',
    description: 'Returns the report.',
    params,
    body: z.strictObject({ isRead: z.optional(z.boolean()), isKept: z.optional(z.boolean()) }),
    reply: SubReport,
  },
  shareSubReport: {
    method: 'POST',
    path: '/api/sub-reports/:id/share',
    access: 'account',
    summary: 'Mail a report to the office.',
    description:
      'Returns the report. The office is that of the caller’s school, or else the one in the caller’s own account. Mail to an office that nobody has confirmed needs a confirmed email of the caller.',
    params,
    reply: SubReport,
    refuses: ['refused_by_rule', 'not_configured', 'too_many', 'sign_up_needed', 'address_unconfirmed'],
    perHour: PER_HOUR.reportShares,
    protects: 'mail',
  },
})
