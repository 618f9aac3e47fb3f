import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { Uuid } from '#shared/text.ts'

/** The calendar programs that can be told apart when they read a feed. */
export const FEED_READERS = ['google', 'apple', 'outlook', 'other'] as const

/** The parts of a feed besides titles, times and days off. */
export const FeedParts = z
  .object({
    /** The lessons' texts. */
    text: z.boolean(),
    /** The notes of days. */
    notes: z.boolean(),
  })
  .register(names, { id: 'FeedParts' })
export type FeedParts = z.output<typeof FeedParts>

const NewFeedParts = z.strictObject({ text: z._default(z.boolean(), false), notes: z._default(z.boolean(), false) })

export const Feed = z
  .object({
    id: z.string(),
    /** The secret address that calendar programs read. Null if the key that encrypted it is gone: renew the address. */
    url: z.nullable(z.string()),
    include: FeedParts,
    /** The class whose lessons the feed holds. Null for all lessons, and for a school's days off. */
    classId: z.nullable(z.string()),
    /** True if the feed holds the days off and notes of the caller's school instead of the caller's days. */
    school: z.boolean(),
    createdAt: z.string(),
    /** When a calendar program last read the address, to ten minutes, and which kind it was. Null if none has. */
    lastReadAt: z.nullable(z.string()),
    lastReadBy: z.nullable(z.enum(FEED_READERS)),
  })
  .register(names, { id: 'Feed' })
export type Feed = z.output<typeof Feed>

const FeedAddress = z.object({ id: z.string(), url: z.string() }).register(names, { id: 'FeedAddress' })
const params = z.object({ id: Uuid })
const Done = z.object({ success: z.literal(true) })

export const feeds = contract({
  createFeed: {
    method: 'POST',
    path: '/api/feeds',
    access: 'account',
    summary: 'Make a secret address from which calendar programs read the caller’s planner.',
    description:
      'The address holds titles, times and days off of all the caller’s lessons, of one class, or of the caller’s school. A caller has one address for each of these: making it again returns the same address, with the parts given now.',
    body: z.strictObject({
      include: z._default(NewFeedParts, { text: false, notes: false }),
      classId: z.optional(z.nullable(Uuid)),
      school: z._default(z.boolean(), false),
    }),
    reply: FeedAddress,
    refuses: ['not_found', 'sign_up_needed', 'refused_by_rule'],
  },
  feeds: {
    method: 'GET',
    path: '/api/feeds',
    access: 'account',
    summary: 'List the caller’s calendar addresses.',
    description: 'Each is returned to its owner only.',
    reply: z.array(Feed),
  },
  changeFeed: {
    method: 'PATCH',
    path: '/api/feeds/:id',
    access: 'account',
    summary: 'Change the parts that a calendar address holds.',
    description: 'The address stays the same. Calendar programs show the change when they read it again.',
    params,
    body: z.strictObject({ include: z.strictObject({ text: z.optional(z.boolean()), notes: z.optional(z.boolean()) }) }),
    reply: Feed,
    refuses: ['not_found'],
  },
  deleteFeed: {
    method: 'DELETE',
    path: '/api/feeds/:id',
    access: 'account',
    summary: 'Turn off a calendar address at once.',
    description: 'Calendar programs keep what they have read.',
    params,
    reply: Done,
    refuses: ['not_found'],
  },
  renewFeed: {
    method: 'POST',
    path: '/api/feeds/:id/renew',
    access: 'account',
    summary: 'Replace a calendar address with a new one.',
    description: 'The old address ends at once.',
    params,
    reply: FeedAddress,
    refuses: ['not_found'],
  },
})
