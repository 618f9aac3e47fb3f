import { ownCalendar } from '#server/features/calendar/policy.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { makeBuckets } from '#server/lib/limits/buckets.ts'
import { makeTurns } from '#server/lib/limits/turns.ts'
import { search } from '#shared/calendar/search/contract.ts'
import { find } from './actions.ts'

/** Searches are queued fairly across users, because a search costs many times as much as reading a day. */
const TURNS = { atOnce: 2, waitingOfKey: 10, waiting: 500, whenFull: 'Search is busy. Try again in a moment.' }
/**
 * One in this many requests per minute can be a search: 240 of 1,200, which is more than a user can trigger by typing. The planner sends
 * two for each pause in typing, one in each direction from today.
 */
const SHARE = 5

export const searchRoutes = (serving: Serving, { callsPerMinute }: { callsPerMinute: number }): void => {
  const perMinute = Math.ceil(callsPerMinute / SHARE)
  const searches = makeBuckets({ burst: perMinute, perHour: perMinute * 60 })
  const inTurn = makeTurns(TURNS)

  serve(serving, search, {
    // Anyone signed in may call this, with or without a plan.
    find: ({ db, actor, now, query: { q = '', title = '', classId, from, to, order } }) => {
      const { userId } = actor
      if (!searches.take(userId, now))
        throw new Refused('too_many', 'That’s a lot of searches. Wait a moment, then try again.', {
          retryAfter: searches.wait(userId, now),
        })
      return inTurn({ lane: 'first', key: userId }, () => find(db, ownCalendar(actor), { q, title, classId, from, to, order }))
    },
  })
}
