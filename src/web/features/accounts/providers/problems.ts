import type { RoundPurpose } from '#shared/accounts/providers/contract.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'

type Words = Pick<ToastMessage, 'tone' | 'title'> & { description: string }

const refused = (name: string): Words => ({
  tone: 'destructive',
  title: `${name} did not confirm who you are`,
  description: 'It may have taken too long. Please try again.',
})

const WORDS = new Map<string, (name: string) => Words>([
  [
    'away',
    (name) => ({
      tone: 'destructive',
      title: `${name} cannot be reached`,
      description: 'Try again in a moment. A password works meanwhile, if you have one.',
    }),
  ],
  ['refused', refused],
  [
    'unverified',
    (name) => ({
      tone: 'destructive',
      title: `${name} didn’t confirm your e-mail address`,
      description: 'Ask the people who run that sign-in to confirm your address there, or sign in another way.',
    }),
  ],
  ['cancelled', (name) => ({ title: 'Cancelled', description: `You did not go on with ${name}. Nothing was changed.` })],
])

/** Returns the toast for a `problem` returned by a provider sign-in; null if there is none. */
export const wordsOfProblem = (problem: string | null, name: string): Words | null =>
  problem === null ? null : (WORDS.get(problem) ?? refused)(name)

/** The toast after a round trip whose original window is gone. */
export const wordsOfDone = (purpose: RoundPurpose, name: string): { title: string; description?: string } => {
  if (purpose === 'drive') return { title: 'Your Google Drive is connected' }
  return purpose === 'link'
    ? { title: `${name} is linked`, description: 'From now on you can sign in with it.' }
    : { title: 'Thank you, it is you', description: 'You have five minutes for what you were about to do.' }
}
