import { useUpdateUser } from '#web/features/people/changes/data.ts'
import { useUser } from '#web/features/people/data.ts'

export type StoredPrompt = { name: string; text: string }

/** The default quick prompts. Text in [brackets] is a placeholder to type over. */
const OUR_PROMPTS: readonly StoredPrompt[] = [
  {
    name: 'Outline',
    text: 'Write an outline of this lesson with four headings: objective, warm-up, activity, and exit ticket. Give the minutes for each part.',
  },
  {
    name: 'Three levels',
    text: 'Write the main task of this lesson at three levels: with support, on grade level, and with a challenge.',
  },
  {
    name: 'Discussion questions',
    text: 'Write [six] discussion questions for this lesson, from easy to challenging, and what to listen for in each answer.',
  },
  {
    name: 'For a sub',
    text: 'Rewrite this lesson so a sub who doesn’t know the class can teach it: materials, steps with times, and what to do if there’s time left.',
  },
  { name: 'Shorten', text: 'Shorten this lesson to [30] minutes. Keep what matters most, and note in one line what you left out.' },
  { name: 'For families', text: 'Write a short, friendly summary of this lesson for families, in [Spanish].' },
]

/**
 * Returns a prompt's text for the prompt box, and the range to select. The range is the placeholder, or the end of the text if there is no
 * placeholder.
 */
export const filledIn = (stored: string): { text: string; from: number; to: number } => {
  const [whole, gap] = /\[([^\]]+)\]/.exec(stored) ?? []
  if (whole === undefined || gap === undefined) return { text: stored, from: stored.length, to: stored.length }
  const from = stored.indexOf(whole)
  return { text: stored.replace(whole, () => gap), from, to: from + gap.length }
}

/** Trims the prompts and removes empty ones. A prompt without a name is named after the start of its text. */
export const tidied = (prompts: readonly StoredPrompt[], maxName: number): StoredPrompt[] =>
  prompts
    .map(({ name, text }) => ({ name: name.trim() || text.trim().slice(0, maxName).trim(), text: text.trim() }))
    .filter(({ text }) => text !== '')

/** Returns the teacher's prompts, whether those are the defaults, and a function that saves prompts. Saving null restores the defaults. */
export const useStoredPrompts = () => {
  const { aiPrompts } = useUser().preferences
  const { mutateAsync, isPending } = useUpdateUser()
  return {
    prompts: aiPrompts ?? OUR_PROMPTS,
    areOurs: aiPrompts === null,
    save: (prompts: StoredPrompt[] | null) => mutateAsync({ preferences: { aiPrompts: prompts } }),
    isPending,
  }
}
