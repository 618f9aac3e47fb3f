/** A score from 0 (empty) to 4 and its label. Advisory only: weak passwords are accepted. */
export type Strength = { score: 0 | 1 | 2 | 3 | 4; word: string }

const WORDS = ['', 'Very weak', 'Weak', 'Good', 'Strong'] as const
/** Minimum bits for each score: guessable by hand, with a word list, by a computer in a day, or in years. */
const STEPS_IN_BITS = [0, 28, 42, 60] as const

const ALPHABETS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^\da-zA-Z]/, 33],
]

/** Popular passwords. Matched anywhere in the password, even with digits substituted for letters. */
const FAVOURITES = [
  'password',
  'teacher',
  'school',
  'welcome',
  'letmein',
  'qwerty',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'monkey',
  'dragon',
  'firstbell',
  'abc',
  '123',
]
const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }

/** Shrinks each easily guessed part to one character: popular words, repeats, sequences such as 4567, and the name in the email address. */
const withoutEasyParts = (password: string, email: string): string => {
  const own = email.split('@')[0]?.toLowerCase() ?? ''
  let rest = password.toLowerCase()
  for (const word of [...FAVOURITES, ...(own.length > 2 ? [own] : [])]) {
    const plain = [...rest].map((letter) => LOOKALIKES[letter] ?? letter).join('')
    for (const form of [rest, plain]) {
      const at = form.indexOf(word)
      if (at >= 0) {
        rest = `${rest.slice(0, at)}.${rest.slice(at + word.length)}`
        break
      }
    }
  }
  const letters = [...rest]
  return letters
    .filter((letter, at) => {
      const [one, two] = [letters[at - 1], letters[at - 2]]
      if (letter === one) return false
      const step = (from?: string, to?: string) => (to?.charCodeAt(0) ?? Number.NaN) - (from?.charCodeAt(0) ?? Number.NaN)
      return !(Math.abs(step(one, letter)) === 1 && step(two, one) === step(one, letter))
    })
    .join('')
}

/** Bits of entropy per letter in word-like runs. For every other character, the entropy is based on the whole alphabet in use. */
const BITS_IN_A_WORD = 3
const WORDLIKE = /[a-z]{3,}/g

/** Estimates a password's strength after shrinking its easily guessed parts. */
export const passwordStrength = (password: string, email = ''): Strength => {
  if (!password) return { score: 0, word: WORDS[0] }
  const alphabet = ALPHABETS.reduce((size, [kind, count]) => (kind.test(password) ? size + count : size), 0)
  const rest = withoutEasyParts(password, email)
  const inWords = (rest.match(WORDLIKE) ?? []).join('').length
  const bits = inWords * BITS_IN_A_WORD + (rest.length - inWords) * Math.log2(alphabet)
  const score = STEPS_IN_BITS.filter((step) => bits >= step).length as 1 | 2 | 3 | 4
  return { score, word: WORDS[score] }
}
