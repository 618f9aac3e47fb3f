import * as z from 'zod/mini'
import { Maintenance } from '#shared/admin/maintenance/contract.ts'
import { contract, names } from '#shared/endpoint.ts'

/** Every calendar that a stream carries, with the version of its latest change (0 for none). */
const Calendars = z.object({
  kind: z.literal('calendars'),
  calendars: z.array(z.object({ owner: z.string(), version: z.number() })),
  /** Left out while Maintenance Mode is off. */
  maintenance: z.optional(Maintenance),
})
export type Calendars = z.output<typeof Calendars>

/**
 * What a stream tells. It says which days of which calendar are of another version now, and nothing of what they hold.
 * A calendar goes by the id of its person or school.
 */
export const LiveEvent = z
  .union([
    /** The stream begins, and whenever rights have changed. */
    Calendars,
    /**
     * An operation has changed days of a calendar: all have its version now, or are gone. `previous` is the version of the calendar
     * before it; a client that knows another one has missed a change.
     */
    z.object({
      kind: z.literal('days'),
      owner: z.string(),
      dates: z.array(z.string()),
      operationId: z.string(),
      version: z.number(),
      previous: z.number(),
    }),
    /** Invites, membership or rights of the person have changed. */
    z.object({ kind: z.literal('people') }),
    /** Maintenance Mode was turned on, changed, or turned off: then null. */
    z.object({ kind: z.literal('maintenance'), maintenance: z.nullable(Maintenance) }),
    /** Nothing has happened for a while. */
    z.object({ kind: z.literal('beat') }),
  ])
  .register(names, { id: 'LiveEvent' })
export type LiveEvent = z.output<typeof LiveEvent>

export const live = contract({
  changes: {
    method: 'GET',
    path: '/api/live',
    access: 'account',
    summary:
      'The changes of the calendars that the person may see, as they happen: their own, their school’s, and those that are shared with them.',
    stream: 'text/event-stream',
    isPassive: true,
    reply: LiveEvent,
  },
  versions: {
    method: 'GET',
    path: '/api/live/versions',
    access: 'account',
    summary: 'How the stream of changes would begin now. A client that comes back to the page compares it with what it knows.',
    isPassive: true,
    reply: Calendars,
  },
})
