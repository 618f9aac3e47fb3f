/** What a tab remembers while its visitor signs in. */
import { slot, text } from '#web/lib/storage.ts'

/** The page that a signed-out visitor asked for. */
export const wantedPage = slot('wantedPage', text, 'tab')

/** Returns the page that a signed-out visitor asked for, or the planner by default. */
export const pageAfterSignIn = (): string => wantedPage.get() ?? '/dashboard'

/** Referral code of the colleague who invited this visitor. */
export const inviter = slot('inviter', text, 'tab')
