import type { GooglePurpose } from '#shared/accounts/google/contract.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'

type Words = Pick<ToastMessage, 'tone' | 'title'> & { description: string }

const REFUSED: Words = {
  tone: 'destructive',
  title: 'Google did not confirm who you are',
  description: 'It may have taken too long. Please try again.',
}
const WORDS = new Map<string, Words>([
  [
    'away',
    {
      tone: 'destructive',
      title: 'Google cannot be reached',
      description: 'Try again in a moment. A password works meanwhile, if you have one.',
    },
  ],
  ['refused', REFUSED],
  ['cancelled', { title: 'Cancelled', description: 'You did not go on with Google. Nothing was changed.' }],
])

/** Returns what to say of a `problem` with which Google's sign-in comes back; null for none. */
export const wordsOfProblem = (problem: string | null): Words | null => (problem === null ? null : (WORDS.get(problem) ?? REFUSED))

/** What to say where somebody comes back and nothing waits for it any more. */
export const DONE: Record<GooglePurpose, { title: string; description?: string }> = {
  link: { title: 'Google is linked', description: 'From now on you can sign in with it.' },
  confirm: { title: 'Thank you, it is you', description: 'You have five minutes for what you were about to do.' },
  drive: { title: 'Your Google Drive is connected' },
}
