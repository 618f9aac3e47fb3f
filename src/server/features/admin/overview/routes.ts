import { timezoneOf } from '#server/features/people/queries.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { overview } from '#shared/admin/overview/contract.ts'
import { addMonths, monthOf, startOfDay, todayIn } from '#shared/dates.ts'
import * as query from './queries.ts'

const MONTHS = 12

/** Returns the twelve months (`yyyy-MM`) up to and including the current month. */
const monthsUntil = (today: string): string[] => {
  const first = monthOf(today)
  return Array.from({ length: MONTHS }, (_, place) => addMonths(first, place + 1 - MONTHS).slice(0, 7))
}

/** Returns the number of subscribers at the end of each month, counted back from today. Months before the first logged plan are null. */
const subscribersOf = (months: readonly string[], today: number, changes: { month: string; change: number }[], known: string | null) =>
  months.map((month, place) => {
    if (place === months.length - 1) return today
    if (known === null || month < known) return null
    const since = changes.filter((each) => each.month > month).reduce((sum, { change }) => sum + change, 0)
    return Math.max(0, today - since)
  })

export const overviewRoutes = (serving: Serving): void =>
  serve(serving, overview, {
    // Platform admins may call this.
    platformHistory: async ({ db, actor, now }) => {
      const zone = await timezoneOf(db, actor.userId)
      const months = monthsUntil(todayIn(zone, now.getTime()))
      const [first = ''] = months
      const from = startOfDay(`${first}-01`, zone)
      const signUps = await query.signUpsByMonth(db, from, zone)
      const trials = await query.trialsByMonth(db, from, zone)
      const tokens = await query.tokensByMonth(db, first)
      const active = await query.activeByMonth(db, first)
      const changes = await query.planChangesByMonth(db, zone)
      const subscribers = subscribersOf(months, await query.subscribersNow(db, now), changes, await query.firstPlanMonth(db, zone))
      const of = <Row extends { month: string }>(rows: Row[], month: string) => rows.find((row) => row.month === month)
      return {
        months: months.map((month, place) => ({
          month,
          signUps: of(signUps, month)?.signUps ?? 0,
          activeTeachers: of(active, month)?.teachers ?? null,
          trials: of(trials, month)?.trials ?? 0,
          turned: of(trials, month)?.turned ?? 0,
          subscribers: subscribers[place] ?? null,
          aiTokens: of(tokens, month)?.aiTokens ?? 0,
        })),
      }
    },
  })
