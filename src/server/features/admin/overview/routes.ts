import { type Serving, serve } from '#server/lib/http/serve.ts'
import { overview } from '#shared/admin/overview/contract.ts'
import { addMonths } from '#shared/dates.ts'
import * as query from './queries.ts'

const MONTHS = 12

/** The twelve months up to an instant, `yyyy-MM` in UTC. */
const monthsUntil = (now: Date): string[] => {
  const first = `${now.toISOString().slice(0, 7)}-01`
  return Array.from({ length: MONTHS }, (_, place) => addMonths(first, place + 1 - MONTHS).slice(0, 7))
}

/** How many had a plan at the end of each month, counted back from today; unknown before the log begins. */
const subscribersOf = (months: readonly string[], today: number, changes: { month: string; change: number }[], known: string | null) =>
  months.map((month, place) => {
    if (place === months.length - 1) return today
    if (known === null || month < known) return null
    const since = changes.filter((each) => each.month > month).reduce((sum, { change }) => sum + change, 0)
    return Math.max(0, today - since)
  })

export const overviewRoutes = (serving: Serving): void =>
  serve(serving, overview, {
    platformHistory: async ({ db, now }) => {
      const months = monthsUntil(now)
      const [first = ''] = months
      const from = new Date(`${first}-01T00:00:00Z`)
      const signUps = await query.signUpsByMonth(db, from)
      const trials = await query.trialsByMonth(db, from)
      const tokens = await query.tokensByMonth(db, first)
      const active = await query.activeByMonth(db, first)
      const changes = await query.planChangesByMonth(db)
      const subscribers = subscribersOf(months, await query.subscribersNow(db, now), changes, await query.firstPlanMonth(db))
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
