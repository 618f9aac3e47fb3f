import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_HOUR } from '#shared/limits.ts'
import { SubPlanDates } from '#shared/sub-plans/contract.ts'
import { Day, text, Uuid } from '#shared/text.ts'
import { USUAL_PARTS } from './rules.ts'

/** The parts of a substitute's page. The emergency card is always included. Student notes are included only if the caller asks for them. */
export const SubLinkParts = z
  .object({
    /** `full` includes each lesson's text. `glance` is only a list of times and titles. */
    lessons: z.enum(['full', 'glance']),
    /** Links to files in the lessons' texts. Without them, only the names of the files remain. */
    files: z.boolean(),
    substituteInstructions: z.boolean(),
    alerts: z.boolean(),
    studentNotes: z.boolean(),
    /** Whether the page asks the substitute for a report. */
    report: z.boolean(),
  })
  .register(names, { id: 'SubLinkParts' })
export type SubLinkParts = z.output<typeof SubLinkParts>

/** The parts of a new link. All except student notes are included by default. */
const NewSubLinkParts = z.strictObject({
  lessons: z._default(z.enum(['full', 'glance']), 'full'),
  files: z._default(z.boolean(), true),
  substituteInstructions: z._default(z.boolean(), true),
  alerts: z._default(z.boolean(), true),
  studentNotes: z._default(z.boolean(), false),
  report: z._default(z.boolean(), true),
})

/** A partial update. Omitted parts keep their values. */
const SubLinkPartsChange = z.strictObject({
  lessons: z.optional(z.enum(['full', 'glance'])),
  files: z.optional(z.boolean()),
  substituteInstructions: z.optional(z.boolean()),
  alerts: z.optional(z.boolean()),
  studentNotes: z.optional(z.boolean()),
  report: z.optional(z.boolean()),
})

/** Kinds of devices, as read from the browser's name for itself. */
export const DEVICES = [
  'iPhone',
  'iPad',
  'Android phone',
  'Android tablet',
  'Chromebook',
  'Windows computer',
  'Mac',
  'Linux computer',
  'Unknown device',
] as const

/** A time at which a page was opened, and on which kind of device. Nothing else is known about the reader. */
const SubLinkOpening = z
  .object({
    at: z.string(),
    device: z.enum(DEVICES),
    /** True if this device opened the link for the first time. */
    isNewDevice: z.boolean(),
  })
  .register(names, { id: 'SubLinkOpening' })
export type SubLinkOpening = z.output<typeof SubLinkOpening>

const Person = z.object({ id: z.string(), name: z.string() })

export const SubLink = z
  .object({
    id: z.string(),
    /** The page's address, for the person who made the link. Null for anyone else. */
    url: z.nullable(z.string()),
    /** The teacher whose days the page shows. */
    teacher: Person,
    /** The person who made the link: the teacher, a colleague, or a school administrator. */
    madeBy: Person,
    dates: z.array(z.string()),
    include: SubLinkParts,
    message: z.string(),
    /** The emergency plan that the page shows instead of the days' lessons, or null. */
    emergencyPlan: z.nullable(Person),
    /** The link's last day in the teacher's time zone. */
    endsOn: z.string(),
    /** When the link ends: 11:59 PM on its last day, in the teacher's time zone. */
    endsAt: z.string(),
    state: z.enum(['open', 'ended', 'off']),
    createdAt: z.string(),
    /** When the link was mailed to the office, or null. */
    sentAt: z.nullable(z.string()),
    /** Latest first, at most {@link MAX.shownOpenings}. */
    openings: z.array(SubLinkOpening),
    /** Number of openings, including those that aren't listed. */
    openingCount: z.number(),
  })
  .register(names, { id: 'SubLink' })
export type SubLink = z.output<typeof SubLink>

const params = z.object({ id: Uuid })
const Token = z.object({ token: z.string() })
const Done = z.object({ success: z.literal(true) })

export const subLinks = contract({
  createSubLink: {
    method: 'POST',
    path: '/api/sub-links',
    access: 'account',
    summary: 'Make a link that shows a plan to a substitute without a sign-in.',
    description:
      'Returns the address of a page with the current plan of these days. Name a `teacherId` to make it of an accepted colleague’s days, or, as a school administrator, of a teacher’s. A teacher can have 20 links that are open.',
    body: z.strictObject({
      dates: SubPlanDates,
      include: z._default(NewSubLinkParts, USUAL_PARTS),
      message: z._default(text(2000), ''),
      /** The link's last day. The last of its dates by default. */
      endsOn: z.optional(Day),
      /** Another teacher, whose days the page shows. */
      teacherId: z.optional(Uuid),
      /** One of the caller's daily templates that is an emergency plan. The page shows it instead of the days' lessons. */
      emergencyPlanId: z.optional(Uuid),
    }),
    reply: z.object({ id: z.string(), url: z.string(), endsAt: z.string() }),
    answers: [201],
    refuses: ['not_found', 'refused_by_rule', 'sign_up_needed'],
    perHour: PER_HOUR.subLinks,
    protects: 'mail',
  },
  subLinks: {
    method: 'GET',
    path: '/api/sub-links',
    access: 'account',
    summary: 'List the links of the caller’s days, and those that the caller made, latest first.',
    description: 'Returns links up to 30 days after they ended. Only the person who made a link gets its address.',
    reply: z.array(SubLink),
  },
  changeSubLink: {
    method: 'PATCH',
    path: '/api/sub-links/:id',
    access: 'account',
    summary: 'Change the days, parts, message or end of a link that the caller made.',
    description: 'Returns the link. The page shows the change when it is next opened. A link that has ended can’t be changed.',
    params,
    body: z.strictObject({
      dates: z.optional(SubPlanDates),
      include: z.optional(SubLinkPartsChange),
      message: z.optional(text(2000)),
      endsOn: z.optional(Day),
    }),
    reply: SubLink,
    refuses: ['refused_by_rule'],
  },
  revokeSubLink: {
    method: 'DELETE',
    path: '/api/sub-links/:id',
    access: 'account',
    summary: 'Turn off a link of the caller’s days, or one that the caller made.',
    description: 'Returns success, also if the link was already off. It can’t be turned on again.',
    params,
    reply: Done,
  },
  openedSubLink: {
    method: 'POST',
    path: '/s/:token/opened',
    access: 'public',
    summary: 'Report that a substitute’s page is visible on a screen.',
    description: `Counts the opening. The page’s script calls this, so that crawlers and mail scanners don’t count. A link counts ${MAX.openings} openings.`,
    params: Token,
    body: z.strictObject({ isNewDevice: z.boolean() }),
    reply: Done,
    refuses: ['not_found'],
    goesOn: true,
  },
})

/** Mails a link to the office. */
export const subLinkSending = contract({
  sendSubLink: {
    method: 'POST',
    path: '/api/sub-links/:id/send',
    access: 'account',
    summary: 'Mail a link and the plan as a PDF to the office.',
    description:
      'Returns the link. The caller must have made it. The office is that of the teacher’s school, or else the one in the teacher’s own account. Mail to an office that nobody has confirmed needs a confirmed email of the caller.',
    params,
    reply: SubLink,
    refuses: ['refused_by_rule', 'not_configured', 'too_many', 'sign_up_needed', 'address_unconfirmed'],
    perHour: PER_HOUR.subLinks,
    protects: 'mail',
  },
})
