import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** How many people there are. Guests are in none of these figures. Weeks and months are those of the administrator who asks. */
export const Analytics = z
  .object({
    totalUsers: z.number(),
    /** Since Monday. */
    newUsersThisWeek: z.number(),
    /** Since the first of the month. */
    newUsersThisMonth: z.number(),
    /** With a plan that is paid for or was granted. */
    activeSubscribers: z.number(),
    activeTrialUsers: z.number(),
    expiredTrialUsers: z.number(),
    /** Credits that are held, each worth a month. */
    totalReferralCredits: z.number(),
  })
  .register(names, { id: 'Analytics' })
export type Analytics = z.output<typeof Analytics>

export const admin = contract({
  analytics: {
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'platformAdministrator',
    summary: 'How many people there are, how many are new, and how many have a plan.',
    reply: Analytics,
  },
})
