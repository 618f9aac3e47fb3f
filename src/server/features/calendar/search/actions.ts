/**
 * Indexes days for search and runs searches.
 *
 * 1. Words are counted in the transaction that changes their day, and only for the parts that change. Small changes are indexed in that
 *    transaction, and large changes by a job.
 * 2. The index never contains outdated words. While a day waits for the job, some of its words may be missing.
 * 3. A search reads the words of one calendar, and loads only the days that it returns.
 */
import type { CalendarRef, StoredBlock } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import { makePauses } from '#server/lib/limits/giving-way.ts'
import { inDayOrder, type Marks } from '#shared/calendar/rules.ts'
import type { Find, Found, FoundDay, Order } from '#shared/calendar/search/contract.ts'
import { foundLesson, foundMark, MAX_WORDS, type Terms, termsOf, tokenize } from '#shared/calendar/search/rules.ts'
import { addDays, FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { plainText } from '#shared/plain-text.ts'
import { deleteWords, deleteWordsOn, findDays, isAllFindable, type Part, type PartWords, upsertWords } from './queries.ts'
import { BLOCK_OUT, NOTE } from './tables.ts'

/** Maximum number of words that an operation indexes in its own transaction. A week of full lessons has fewer. */
const WORDS_AT_ONCE = 10_000
/** Number of characters to process before yielding to other requests. Processing them takes about 20 ms. */
const LETTERS_AT_ONCE = 100_000

const MAKE_FINDABLE = 'make-lessons-findable'

/** A day. Omits the blocks if the change doesn't affect them. */
type Content = (Marks & { blocks?: readonly StoredBlock[] }) | null

/** Returns the index word for a class. No text contains it, because words never start with `@`. */
export const wordOfClass = (classId: string): string => `@${classId.replaceAll('-', '')}`

/** Words of blocks that an operation has counted and is about to index. */
const counted = new WeakMap<StoredBlock, string[]>()

const wordsOfBlock = (block: StoredBlock): string[] => {
  const { title, description, classId } = block
  const known = counted.get(block)
  if (known) return known
  const ofTitle = tokenize(title, MAX_WORDS)
  const words = tokenize(`${title} ${plainText(description)}`, MAX_WORDS)
  const all = [...words, ...ofTitle.map((word) => `=${word}`), ...(classId ? [wordOfClass(classId)] : [])]
  counted.set(block, all)
  return all
}

/** A part of a day, with its texts for detecting changes. They aren't joined, because most parts of most days don't change. */
type DayPart = { texts: readonly string[]; words: () => string[] }
const isSame = (one: DayPart | undefined, other: DayPart | undefined): boolean =>
  one?.texts.length === other?.texts.length && (one?.texts.every((text, index) => text === other?.texts[index]) ?? true)

/** Maps each part's name to its words and texts. */
const partsOf = (day: Content): Map<string, DayPart> => {
  const parts = new Map<string, DayPart>()
  const addMark = (part: string, text: string) => parts.set(part, { texts: [part, text], words: () => tokenize(text, MAX_WORDS) })
  if (day?.noteText) addMark(NOTE, day.noteText)
  if (day?.blockedText) addMark(BLOCK_OUT, day.blockedText)
  for (const block of day?.blocks ?? []) {
    parts.set(block.id, { texts: [block.classId ?? '', block.title, block.description], words: () => wordsOfBlock(block) })
  }
  return parts
}

/** Word counts of a day before and after a change, and of the parts that the change adds or rewrites. */
export type WordCounts = { before: number; after: number; brought: number }

const lettersOf = (parts: readonly DayPart[]): number => parts.flatMap(({ texts }) => texts).reduce((sum, text) => sum + text.length, 0)

/** Creates a word counter for one operation. Each distinct string is processed only once, even if many days contain it. */
export const makeWordCounter = () => {
  const known = new Map<string, number>()
  const pause = makePauses(LETTERS_AT_ONCE)
  const count = async (parts: readonly DayPart[]): Promise<number> => {
    let sum = 0
    for (const part of parts) {
      const text = part.texts.join('\n')
      const words = known.get(text) ?? part.words().length
      sum += words
      if (known.has(text)) continue
      known.set(text, words)
      await pause(text.length)
    }
    return sum
  }
  /** Returns the word counts for a change. `words.before` is the day's current count. `words.after` is the new count, if already known. */
  return async (before: Content, after: Content, words: { before: number; after?: number | undefined }): Promise<WordCounts> => {
    const [was, is] = [partsOf(before), partsOf(after)]
    const isKept = (name: string) => isSame(is.get(name), was.get(name))
    const fresh = [...is].flatMap(([name, part]) => (isKept(name) ? [] : part))
    if (words.after !== undefined) return { before: words.before, after: words.after, brought: Math.min(words.after, lettersOf(fresh)) }
    const brought = await count(fresh)
    const gone = [...was].flatMap(([name, part]) => (isKept(name) ? [] : part))
    const kept = [...was].flatMap(([name, part]) => (isKept(name) ? part : []))
    // Count whichever is shorter, the removed or the unchanged text. If the change doesn't affect the lessons, only the removed parts can
    // be counted.
    const isQuicker = (after !== null && after.blocks === undefined) || lettersOf(gone) <= lettersOf(kept)
    const stay = isQuicker ? Math.max(0, words.before - (await count(gone))) : await count(kept)
    return { before: words.before, after: stay + brought, brought }
  }
}

type IndexedChange = { date: string; before: Content; after: Content }

/** Updates the index for these days, given their content before and after the change. */
export const keepWords = async (db: Db, calendar: Pick<CalendarRef, 'id'>, steps: readonly IndexedChange[]): Promise<void> => {
  const [kept, gone]: [PartWords[], Part[]] = [[], []]
  const pause = makePauses(LETTERS_AT_ONCE)
  for (const { date, before, after } of steps) {
    const [was, is] = [partsOf(before), partsOf(after)]
    for (const [name, part] of is) {
      if (isSame(part, was.get(name))) continue
      const list = part.words()
      await pause(lettersOf([part]))
      if (list.length > 0) kept.push({ date, part: name, words: list.join(' ') })
      else gone.push({ date, part: name })
    }
    for (const part of was.keys()) if (!is.has(part)) gone.push({ date, part })
  }
  if (gone.length > 0) await deleteWords(db, calendar, gone)
  if (kept.length > 0) await upsertWords(db, calendar, kept)
}

/** Decides for each step of an operation whether to index its words in the transaction or leave them to the job. */
export const makeWordKeeper = (db: Db, calendar: Pick<CalendarRef, 'id'>) => {
  let words = 0
  let isQueued = false
  return {
    /** Returns the steps, each with `isFindable`: true if its words are indexed in the transaction. */
    decide: <S extends { words: WordCounts }>(steps: readonly S[]): (S & { isFindable: boolean })[] =>
      steps.map((step) => {
        words += step.words.brought
        return { ...step, isFindable: step.words.brought === 0 || words <= WORDS_AT_ONCE }
      }),
    /** Indexes the words of the steps marked as findable and queues the job for the rest. */
    keep: async (steps: readonly (IndexedChange & { isFindable: boolean })[]): Promise<void> => {
      const waiting = steps.filter(({ isFindable }) => !isFindable)
      await keepWords(
        db,
        calendar,
        steps.filter(({ isFindable }) => isFindable),
      )
      if (waiting.length === 0) return
      await deleteWordsOn(
        db,
        calendar,
        waiting.map(({ date }) => date),
      )
      if (!isQueued) await enqueue(db, MAKE_FINDABLE, { calendarId: calendar.id })
      isQueued = true
    },
  }
}

type TypedSearch = { q: string; title: string; classId?: string | undefined }

/**
 * Returns the search results for the matching days. Each day's results start with its block-out and note, followed by its lessons in order.
 */
const findsOn = async (days: Awaited<ReturnType<typeof findDays>>['days'], terms: Terms): Promise<FoundDay[]> => {
  const pause = makePauses(LETTERS_AT_ONCE)
  const found: FoundDay[] = []
  for (const { date, isBlocked, blockedText, noteText, blocks, parts } of days) {
    const finds: Find[] = []
    if (parts.includes(BLOCK_OUT)) finds.push(foundMark('blockOut', blockedText ?? '', terms.text))
    if (parts.includes(NOTE)) finds.push(foundMark('note', noteText ?? '', terms.text))
    for (const block of inDayOrder(blocks.filter(({ id }) => parts.includes(id)))) {
      finds.push(foundLesson(block, terms))
      await pause(block.description.length)
    }
    found.push({ date, isBlocked, finds })
  }
  return found
}

type Wanted = TypedSearch & { from?: string | undefined; to?: string | undefined; order?: Order | undefined }

/** Returns a page of search results, a day at a time in the requested order. */
export const find = async (
  db: Db,
  calendar: CalendarRef,
  { q, title, classId, from = FIRST_DAY, to = LAST_DAY, order = 'latest' }: Wanted,
): Promise<Found> => {
  const terms: Terms = { text: termsOf(q), title: termsOf(title) }
  const isComplete = await isAllFindable(db, calendar)
  if (terms.text.length + terms.title.length === 0 && classId === undefined) return { days: [], next: null, isComplete }
  const exact = classId === undefined ? [] : [wordOfClass(classId)]
  const { days, hasMore } = await findDays(db, calendar, { ...terms, exact, from, to, order })
  const last = days.at(-1)
  const next = last && hasMore ? addDays(last.date, order === 'latest' ? -1 : 1) : null
  return { days: await findsOn(days, terms), next, isComplete }
}
