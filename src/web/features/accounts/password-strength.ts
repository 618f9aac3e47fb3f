/** What a password is worth, 0 (none yet) to 4, and the word for it. Advice only: nothing is refused for it. */
export type Strength = { score: 0 | 1 | 2 | 3 | 4; word: string }

const WORDS = ['', 'Very weak', 'Weak', 'Good', 'Strong'] as const
/** Guesses as powers of two at which each score begins: by hand, by a list, by a computer for a day, for years. */
const STEPS_IN_BITS = [0, 28, 42, 60] as const

const ALPHABETS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^\da-zA-Z]/, 33],
]

/** What everyone tries first; looked for inside the password, letters-for-digits undone. */
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

/** The password with what is easily guessed (favourite words, repeats, runs such as 4567, the e-mail's name) shrunk to one character each. */
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

/** Letters that stand together as in a word say about this many bits each; any other character as many as its alphabet gives. */
const BITS_IN_A_WORD = 3
const WORDLIKE = /[a-z]{3,}/g

/** A small estimate of the guesses it takes, from what is left without the easy parts. */
export const passwordStrength = (password: string, email = ''): Strength => {
  if (!password) return { score: 0, word: WORDS[0] }
  const alphabet = ALPHABETS.reduce((size, [kind, count]) => (kind.test(password) ? size + count : size), 0)
  const rest = withoutEasyParts(password, email)
  const inWords = (rest.match(WORDLIKE) ?? []).join('').length
  const bits = inWords * BITS_IN_A_WORD + (rest.length - inWords) * Math.log2(alphabet)
  const score = STEPS_IN_BITS.filter((step) => bits >= step).length as 1 | 2 | 3 | 4
  return { score, word: WORDS[score] }
}
