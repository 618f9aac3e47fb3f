import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'
import { EVENT_KINDS, type EventKind } from './rules.ts'

/** Counts of sign-ins, failed attempts and lockouts in a period. */
const Figures = z.object({ signIns: z.number(), wrong: z.number(), locked: z.number() }).register(names, { id: 'SignInFigures' })

/** A user referenced by an event. `gone`: the account has been deleted. Guests have no email. */
const Somebody = z.object({ state: z.enum(['here', 'gone']), email: z.nullable(z.string()) }).register(names, { id: 'Somebody' })

export const SecurityEvent = z
  .object({
    id: z.number(),
    at: z.string(),
    act: z.string(),
    risk: z.enum(['low', 'medium', 'high']),
    /** Null if the event was caused by an unknown user, the console, Stripe, or a deadline. */
    actor: z.nullable(Somebody),
    subject: z.nullable(Somebody),
    /** The school's name. Null if the event doesn't involve a school or the school has been deleted. */
    school: z.nullable(z.string()),
    /** An IPv4 /24 or IPv6 /48 prefix. */
    network: z.nullable(z.string()),
  })
  .register(names, { id: 'SecurityEvent' })
export type SecurityEvent = z.output<typeof SecurityEvent>

const SecurityOverview = z
  .object({
    status: z.enum(['secure', 'watch', 'attack']),
    /** Statistics for the last 24 hours and the last seven days. */
    day: Figures,
    week: Figures,
    /** The last seven days in the admin's time zone, ending with today. */
    byDay: z.array(z.object({ date: z.string(), ...Figures.shape })),
  })
  .register(names, { id: 'SecurityOverview' })
export type SecurityOverview = z.output<typeof SecurityOverview>

export const security = contract({
  security: {
    method: 'GET',
    path: '/api/admin/security',
    access: 'platformAdministrator',
    summary: 'Get the number of sign-ins and failed attempts in the last day and week.',
    description: 'Also returns the figures of each of the last seven days, and whether they look like an attack.',
    reply: SecurityOverview,
  },
  securityEvents: {
    method: 'GET',
    path: '/api/admin/security/events',
    access: 'platformAdministrator',
    summary: 'List audit-log events, latest first.',
    description: 'Returns 50 at a time. For the next page, pass the last event’s id as `before`.',
    query: z.object({
      kind: z.optional(z.enum(Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]])),
      /** Search text: part of the actor's or the subject's email. */
      q: z.optional(text(254).check(z.trim())),
      /** Returns only events with a smaller id. */
      before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
    }),
    reply: z.object({ events: z.array(SecurityEvent), hasMore: z.boolean() }),
  },
})
