import * as z from 'zod/mini'
import { Maintenance } from '#shared/admin/maintenance/contract.ts'
import { contract, names } from '#shared/endpoint.ts'

/** The calendars a stream covers, each with the version of its latest change (0 if none). */
const Calendars = z.object({
  kind: z.literal('calendars'),
  calendars: z.array(z.object({ owner: z.string(), version: z.number() })),
  /** Omitted while Maintenance Mode is off. */
  maintenance: z.optional(Maintenance),
})
export type Calendars = z.output<typeof Calendars>

/**
 * A live stream event. Lists the changed days of a calendar and their new version, but never their content. `owner` is the ID of the user
 * or school that owns the calendar.
 */
export const LiveEvent = z
  .union([
    /** Sent when the stream starts and whenever permissions change. */
    Calendars,
    /**
     * An operation changed days on a calendar. Each changed day now has this version or was removed. `previous` is the calendar's version
     * before the operation. A client that has a different version missed a change.
     */
    z.object({
      kind: z.literal('days'),
      owner: z.string(),
      dates: z.array(z.string()),
      operationId: z.string(),
      version: z.number(),
      previous: z.number(),
      /** True if the operation also changed the owner's classes, timetables or unplaced lessons. */
      hasRecords: z.boolean(),
    }),
    /** The user's invites, memberships, or permissions changed. */
    z.object({ kind: z.literal('people') }),
    /** Maintenance Mode was turned on, changed, or turned off (null). */
    z.object({ kind: z.literal('maintenance'), maintenance: z.nullable(Maintenance) }),
    /** Heartbeat, sent while the stream is otherwise idle. */
    z.object({ kind: z.literal('beat') }),
  ])
  .register(names, { id: 'LiveEvent' })
export type LiveEvent = z.output<typeof LiveEvent>

export const live = contract({
  changes: {
    method: 'GET',
    path: '/api/live',
    access: 'account',
    summary: 'Stream changes of the calendars the caller can view.',
    description:
      'Covers the caller’s own calendar, their school’s, and those shared with them. Events list changed days and versions, never their content. The stream ends after 15 minutes, so reconnect.',
    stream: 'text/event-stream',
    isPassive: true,
    reply: LiveEvent,
  },
  versions: {
    method: 'GET',
    path: '/api/live/versions',
    access: 'account',
    summary: 'Get the first event that the stream would send now.',
    description: 'A returning client compares it with what it has.',
    isPassive: true,
    reply: Calendars,
  },
})
