import type { Act } from '#server/features/audit/tables.ts'
import { timezoneOf } from '#server/features/people/queries.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { security } from '#shared/admin/security/contract.ts'
import { ACTS, actsOf, riskOf, securityStatus } from '#shared/admin/security/rules.ts'
import { addDays, DAY_MS, startOfDay, todayIn } from '#shared/dates.ts'
import { eventsOf, signInsBetween, signInsByDay } from './queries.ts'

const PAGE = 50
const NONE = { signIns: 0, wrong: 0, locked: 0 }

// Every audit act needs a label, a category, and a risk level in `ACTS`.
ACTS satisfies Record<Act, unknown>

/** Returns the user in an event, with the email if the account still exists. */
const somebody = (id: string | null, here: string | null, email: string | null) =>
  id === null ? null : { state: here === null ? ('gone' as const) : ('here' as const), email }

export const securityRoutes = (serving: Serving): void =>
  serve(serving, security, {
    // Platform admins may call this.
    security: async ({ db, actor, now }) => {
      const zone = await timezoneOf(db, actor.userId)
      const today = todayIn(zone, now.getTime())
      const dates = Array.from({ length: 7 }, (_, place) => addDays(today, place - 6))
      const days = await signInsByDay(db, startOfDay(dates[0] ?? today, zone), zone)
      const since = (milliseconds: number) => signInsBetween(db, new Date(now.getTime() - milliseconds), now)
      const [day, week] = [await since(DAY_MS), await since(7 * DAY_MS)]
      const byDay = dates.map((date) => ({ date, ...(days.get(date) ?? NONE) }))
      return { status: securityStatus({ day, week }), day, week, byDay }
    },

    // Platform admins may call this.
    securityEvents: async ({ db, query: { kind, q, before } }) => {
      const found = await eventsOf(db, { acts: kind && actsOf(kind), q: q || undefined, before, count: PAGE + 1 })
      const events = found
        .slice(0, PAGE)
        .map(({ id, at, act, network, school, actorId, actorHere, actorEmail, subjectId, subjectHere, subjectEmail }) => ({
          id,
          at: at.toISOString(),
          act,
          risk: riskOf({ act, actorId, subjectId }),
          actor: somebody(actorId, actorHere, actorEmail),
          subject: somebody(subjectId, subjectHere, subjectEmail),
          school,
          network,
        }))
      return { events, hasMore: found.length > PAGE }
    },
  })
