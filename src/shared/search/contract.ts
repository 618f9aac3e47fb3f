import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { Day, text } from '#shared/text.ts'

/** Characters of what is typed to search. */
export const MAX_SEARCH = 200

/** A text in pieces, by turns unmarked and marked; the first is unmarked. It is plain text, and may hold `<`. */
const MarkedText = z.array(z.string()).register(names, { id: 'MarkedText' })
export type MarkedText = z.output<typeof MarkedText>

/** A lesson, a note or a block-out that was found. */
const Find = z
  .object({
    kind: z.enum(['lesson', 'note', 'blockOut']),
    /** The id of the time block. */
    blockId: z.nullable(z.string()),
    title: MarkedText,
    startTime: z.nullable(z.string()),
    endTime: z.nullable(z.string()),
    /** The part of the text that says most of what was looked for. */
    excerpt: MarkedText,
  })
  .register(names, { id: 'Find' })
export type Find = z.output<typeof Find>

/** What was found of one day, in the order of the day. */
const FoundDay = z
  .object({
    date: z.string(),
    /** The day is blocked out: its lessons are not shown on it. */
    isBlocked: z.boolean(),
    finds: z.array(Find),
  })
  .register(names, { id: 'FoundDay' })
export type FoundDay = z.output<typeof FoundDay>

const Found = z
  .object({
    /** The latest first. */
    days: z.array(FoundDay),
    /** The `to` of the next page; null when there is none. */
    next: z.nullable(z.string()),
    /** False while some lessons are still made ready for the search and may be missing: for seconds after a change of very many words. */
    isComplete: z.boolean(),
  })
  .register(names, { id: 'Found' })
export type Found = z.output<typeof Found>

export const search = contract({
  find: {
    method: 'GET',
    path: '/api/calendar/search',
    access: 'account',
    summary:
      "The lessons, notes and block-outs that hold all the words of 'q', and lessons with all those of 'title' in their title: by day, the latest first, about 20 at a time. A word finds those that begin so; no word finds nothing.",
    query: z.object({ q: z.optional(text(MAX_SEARCH)), title: z.optional(text(MAX_SEARCH)), from: z.optional(Day), to: z.optional(Day) }),
    refuses: ['too_large', 'refused_by_rule'],
    reply: Found,
  },
})
