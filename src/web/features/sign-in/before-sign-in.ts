/** Per-tab state kept while a visitor signs in. */
import { slot, text } from '#web/lib/storage.ts'

/** The page that a signed-out visitor requested. */
export const wantedPage = slot('wantedPage', text, 'tab')

/** Returns the page that a signed-out visitor requested, or the planner by default. */
export const pageAfterSignIn = (): string => wantedPage.get() ?? '/dashboard'

/** The referral code of the colleague who invited this visitor. */
export const inviter = slot('inviter', text, 'tab')
