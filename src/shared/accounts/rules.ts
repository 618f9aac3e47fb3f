/** Days for which a guest's plan is kept, unless they sign up. */
export const GUEST_DAYS = 3

/** What a guest without a name is called. */
export const GUEST_NAME = 'Guest'

const DAY_MS = 86_400_000

/** The instant at which a guest who came at `createdAt` is gone; in epoch milliseconds. */
export const guestEnd = (createdAt: number): number => createdAt + GUEST_DAYS * DAY_MS

/** Days that are left to a guest, rounded up, never below 0. `now` in epoch milliseconds. */
export const guestDaysLeft = (createdAt: string, now: number): number =>
  Math.max(0, Math.ceil((guestEnd(Date.parse(createdAt)) - now) / DAY_MS))
