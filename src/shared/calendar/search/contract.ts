import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { Day, text } from '#shared/text.ts'

/**
 * Text split into alternating unhighlighted and highlighted segments, starting with an unhighlighted one. The segments aren't HTML and may
 * contain `<`.
 */
const MarkedText = z.array(z.string()).register(names, { id: 'MarkedText' })
export type MarkedText = z.output<typeof MarkedText>

/** A matching lesson, note, or blocked date. */
const Find = z
  .object({
    kind: z.enum(['lesson', 'note', 'blockOut']),
    /** The block's id. Null for notes and blocked dates. */
    blockId: z.nullable(z.string()),
    /** The lesson's class. Omitted for lessons without a class, notes and blocked dates. */
    classId: z.optional(z.nullable(z.string())),
    title: MarkedText,
    startTime: z.nullable(z.string()),
    endTime: z.nullable(z.string()),
    /** The best-matching part of the text. */
    excerpt: MarkedText,
    /** True for a lesson that is left out on a short day, which hides it. */
    isLeftOut: z.optional(z.boolean()),
  })
  .register(names, { id: 'Find' })
export type Find = z.output<typeof Find>

/** The matches on one day, in the order they appear on that day. */
const FoundDay = z
  .object({
    date: z.string(),
    /** True if the day is blocked. A blocked day hides its lessons. */
    isBlocked: z.boolean(),
    finds: z.array(Find),
  })
  .register(names, { id: 'FoundDay' })
export type FoundDay = z.output<typeof FoundDay>

const Found = z
  .object({
    /** In the requested order. */
    days: z.array(FoundDay),
    /** The date to continue from, or null on the last page: the next page's `to`, or its `from` if the earliest day comes first. */
    next: z.nullable(z.string()),
    /**
     * False while some lessons are still being indexed and may be missing from the results. After a very large change, this can last a few
     * seconds.
     */
    isComplete: z.boolean(),
  })
  .register(names, { id: 'Found' })
export type Found = z.output<typeof Found>

const Order = z.enum(['latest', 'earliest']).register(names, { id: 'SearchOrder' })
export type Order = z.output<typeof Order>

export const search = contract({
  find: {
    method: 'GET',
    path: '/api/calendar/search',
    access: 'account',
    summary: 'Search for lessons, notes, and blocked dates.',
    description:
      'Finds those with all words of `q`, and lessons with all words of `title` in their title. With `classId`, only lessons of that class. Words match by their beginning. Returns about 20 matches at a time, grouped by day. With `order`, choose whether the latest day (the default) or the earliest day comes first: `order=earliest&from=2026-11-18` finds what is next. An empty search finds nothing.',
    query: z.object({
      q: z.optional(text(MAX.search)),
      title: z.optional(text(MAX.search)),
      /** Only lessons of this class. Without words, all of them. */
      classId: z.optional(z.uuid()),
      from: z.optional(Day),
      to: z.optional(Day),
      order: z.optional(Order),
    }),
    refuses: ['too_large', 'refused_by_rule'],
    reply: Found,
  },
})
