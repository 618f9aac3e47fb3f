import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** A month of the platform, of the people whose accounts are still there. */
const MonthOfHistory = z
  .object({
    /** `yyyy-MM` where the administrator is; tokens where their teachers are, active teachers in UTC. */
    month: z.string(),
    signUps: z.number(),
    /** Null before they were counted. */
    activeTeachers: z.nullable(z.number()),
    /** Trials that began in the month, and how many of these people have had a plan since. */
    trials: z.number(),
    turned: z.number(),
    /** People with a plan at its end, or today; null before that was written down. */
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
    summary: 'The last twelve months of the platform, this one last.',
    reply: z.object({ months: z.array(MonthOfHistory) }),
  },
})
