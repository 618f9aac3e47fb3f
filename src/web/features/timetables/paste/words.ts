/** Finds out which classes the words in a pasted week mean. */
import { classesLike, comparedName } from '#shared/classes/rules.ts'
import { isBreak } from '#web/features/calendar/first-week/breaks.ts'
import type { GridClass } from '#web/features/timetables/model/grid.ts'

/** What a word means: a class that is there, a new one with this name, or nothing. */
export type Meaning = { kind: 'class'; classId: string } | { kind: 'new'; name: string } | { kind: 'none' }
export type Word = {
  /** As it was pasted. */
  word: string
  lessons: number
  /** Null if the teacher has to say. */
  meaning: Meaning | null
  /** The classes that the word may mean, the likeliest first. */
  choices: readonly string[]
}

const NOTHING = /^(?:[-–—x.]+|n\/?a|none|free|off)$/i

/** True for cells that aren't about a class: empty ones, and lunch, recess and prep. */
export const isLeftOut = (word: string): boolean => word.trim() === '' || NOTHING.test(word.trim()) || isBreak(word.trim())

const tokens = (name: string): string[] =>
  comparedName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** True for 'Sci' of 'Science', and for 'Mtg' of 'Meeting', which leaves out vowels. */
const shortens = (short: string, long: string): boolean => {
  if (long.startsWith(short)) return true
  if (short[0] !== long[0] || short.length < 2 || /[aeiou]/.test(short.slice(1))) return false
  let place = 0
  for (const letter of long) if (letter === short[place]) place++
  return place === short.length
}

/** True if a word is short for a name: 'Soc St' or 'SS' for 'Social Studies', 'Reading WS' for 'Reading Workshop'. */
export const isShortFor = (word: string, name: string): boolean => {
  const [short, long] = [tokens(word), tokens(name)]
  if (short.length === 0 || short.length > long.length) return false
  if (short.length === 1 && long.length > 1) return short[0] === long.map(([first = '']) => first).join('')
  return short.length === long.length && short.every((token, place) => shortens(token, long[place] ?? ''))
}

/** True if a word begins like one of the name's words, as 'Lib/Comp' does like 'Library'. */
const beginsLike = (word: string, name: string): boolean =>
  tokens(word).some((token) => token.length >= 3 && tokens(name).some((other) => other.startsWith(token)))

type Candidate = { name: string; meaning: Meaning }

const meaningOf = (word: string, candidates: readonly Candidate[], classes: readonly GridClass[]): Pick<Word, 'meaning' | 'choices'> => {
  if (isLeftOut(word)) return { meaning: { kind: 'none' }, choices: [] }
  const same = candidates.find(({ name }) => comparedName(name) === comparedName(word))
  if (same) return { meaning: same.meaning, choices: [] }
  const shortFor = candidates.filter(({ name }) => isShortFor(word, name))
  const like = classes.filter(({ name }) => isShortFor(word, name) || beginsLike(word, name))
  const choices = [...new Set([...like, ...classesLike(classes)(word)].map(({ id }) => id))]
  const [only] = shortFor
  if (only && shortFor.length === 1) return { meaning: only.meaning, choices }
  const isUnclear = shortFor.length > 1 || choices.length > 0 || word.includes('/')
  return { meaning: isUnclear ? null : { kind: 'new', name: word }, choices }
}

/** Returns each word once, in order, with what it most likely means. Long names come to be classes before their short forms are read. */
export const wordsIn = (rows: readonly { words: readonly string[] }[], classes: readonly GridClass[]): Word[] => {
  const counts = new Map<string, { word: string; lessons: number }>()
  for (const word of rows.flatMap(({ words }) => words)) {
    if (word === '') continue
    const key = comparedName(word)
    counts.set(key, { word: counts.get(key)?.word ?? word, lessons: (counts.get(key)?.lessons ?? 0) + 1 })
  }
  const candidates = classes.map(({ id, name }): Candidate => ({ name, meaning: { kind: 'class', classId: id } }))
  const read = new Map<string, Word>()
  for (const { word, lessons } of [...counts.values()].sort((a, b) => b.word.length - a.word.length)) {
    const found = meaningOf(word, candidates, classes)
    if (found.meaning?.kind === 'new') candidates.push({ name: word, meaning: found.meaning })
    read.set(comparedName(word), { word, lessons, ...found })
  }
  return [...counts.keys()].flatMap((key) => read.get(key) ?? [])
}
