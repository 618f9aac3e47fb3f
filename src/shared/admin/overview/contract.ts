import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** Statistics for one month. They include only users who still have an account. */
const MonthOfHistory = z
  .object({
    /** `yyyy-MM` in the admin's time zone. Tokens are counted in each teacher's time zone, and active teachers in UTC. */
    month: z.string(),
    signUps: z.number(),
    /** Null for months before counting started. */
    activeTeachers: z.nullable(z.number()),
    /** Trials started in the month, and how many of those users have had a plan since. */
    trials: z.number(),
    turned: z.number(),
    /** Users with a plan at the end of the month, or today for the current month. Null for months before the first logged plan. */
    subscribers: z.nullable(z.number()),
    aiTokens: z.number(),
  })
  .register(names, { id: 'MonthOfHistory' })
export type MonthOfHistory = z.output<typeof MonthOfHistory>

export const overview = contract({
  platformHistory: {
    method: 'GET',
    path: '/api/admin/history',
    access: 'platformAdministrator',
    summary: 'Get figures for the platform’s last twelve months, the current month last.',
    description: 'The figures cover only people who still have an account.',
    reply: z.object({ months: z.array(MonthOfHistory) }),
  },
})
