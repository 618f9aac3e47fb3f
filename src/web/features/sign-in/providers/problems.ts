import type { OAuthPurpose } from '#shared/accounts/providers/contract.ts'
import type { ToastMessage } from '#web/ui/toasts/toast-store.ts'

type Words = Pick<ToastMessage, 'tone' | 'title'> & { description: string }

const refused = (name: string): Words => ({
  tone: 'destructive',
  title: `${name} couldn’t confirm it’s you`,
  description: 'It may have taken too long. Please try again.',
})

const WORDS = new Map<string, (name: string) => Words>([
  [
    'away',
    (name) => ({
      tone: 'destructive',
      title: `We can’t reach ${name}`,
      description: 'Try again in a moment, or sign in with your password if you have one.',
    }),
  ],
  ['refused', refused],
  [
    'unverified',
    (name) => ({
      tone: 'destructive',
      title: `${name} hasn’t verified your email`,
      description: 'Ask your administrator to verify it there, or sign in another way.',
    }),
  ],
  ['cancelled', (name) => ({ title: 'Canceled', description: `You left ${name} before finishing. Nothing changed.` })],
])

/** Returns the toast for a `problem` returned by a provider sign-in, or null if there is none. */
export const wordsOfProblem = (problem: string | null, name: string): Words | null =>
  problem === null ? null : (WORDS.get(problem) ?? refused)(name)

/** Returns the toast for a round trip whose original window no longer exists. */
export const wordsOfDone = (purpose: OAuthPurpose, name: string): { title: string; description?: string } => {
  if (purpose === 'drive') return { title: 'Google Drive connected' }
  return purpose === 'link'
    ? { title: `${name} linked`, description: `You can now sign in with ${name}.` }
    : { title: 'You’re confirmed', description: 'You have 5 minutes to finish what you started.' }
}
