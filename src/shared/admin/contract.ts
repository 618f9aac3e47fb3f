import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** User counts, excluding guests. Weeks and months are in the time zone of the requesting admin. */
export const Analytics = z
  .object({
    totalUsers: z.number(),
    /** Since Monday. */
    newUsersThisWeek: z.number(),
    /** Since the first day of the month. */
    newUsersThisMonth: z.number(),
    /** Users with a paid or granted plan. */
    activeSubscribers: z.number(),
    activeTrialUsers: z.number(),
    expiredTrialUsers: z.number(),
    /** Usable credits, each worth one month. */
    totalReferralCredits: z.number(),
  })
  .register(names, { id: 'Analytics' })
export type Analytics = z.output<typeof Analytics>

export const admin = contract({
  analytics: {
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'platformAdministrator',
    summary: 'Get the number of users, of new users, and of users with a plan.',
    description: 'Guests aren’t counted. Weeks and months are in the admin’s time zone.',
    reply: Analytics,
  },
})
