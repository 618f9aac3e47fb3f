/**
 * What can be found of days, kept and looked up.
 *
 * 1. Words are kept in the transaction that changes their day, and only of what it changes.
 * 2. A search reads the words of one calendar, and of its days those alone that it answers with.
 */
import type { CalendarRef, StoredBlock } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { excerptOf, markedText, type Term, termsOf, wordsOf } from '#server/lib/search/words.ts'
import { inDayOrder, type Marks } from '#shared/calendar/rules.ts'
import { addDays, FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { plainText } from '#shared/plain-text.ts'
import type { Find, Found, FoundDay } from '#shared/search/contract.ts'
import { deleteWords, findDays, isAllFindable, type Part, type PartWords, upsertWords } from './queries.ts'
import { BLOCK_OUT, NOTE } from './tables.ts'

/** Different words by which one lesson is found, the first so many: a text of 200,000 letters that is no dictionary has fewer. It bounds what a save costs. */
const MAX_WORDS = 5_000

/** A day, without its blocks where a change leaves those alone. */
type Content = (Marks & { blocks?: readonly StoredBlock[] }) | null

const wordsOfBlock = ({ title, description }: StoredBlock): string[] => {
  const ofTitle = wordsOf(title, MAX_WORDS)
  const words = wordsOf(`${title} ${plainText(description)}`, MAX_WORDS)
  return [...words, ...ofTitle.map((word) => `=${word}`)]
}

/** The parts of a day by their names, each with what decides whether its words are still those, and its words. */
const partsOf = (day: Content) => {
  const parts = new Map<string, { text: string; words: () => string[] }>()
  const add = (part: string, text: string, words = () => wordsOf(text, MAX_WORDS)) => parts.set(part, { text, words })
  if (day?.noteText) add(NOTE, day.noteText)
  if (day?.blockedText) add(BLOCK_OUT, day.blockedText)
  for (const block of day?.blocks ?? []) add(block.id, `${block.title}\n${block.description}`, () => wordsOfBlock(block))
  return parts
}

type Step = { date: string; before: Content; after: Content }

/** Keeps the words of days as a change leaves them, given them as they were. */
export const keepWords = async (db: Db, calendar: Pick<CalendarRef, 'id'>, steps: readonly Step[]): Promise<void> => {
  const [kept, gone]: [PartWords[], Part[]] = [[], []]
  for (const { date, before, after } of steps) {
    const [was, is] = [partsOf(before), partsOf(after)]
    for (const [part, { text, words }] of is) {
      if (was.get(part)?.text === text) continue
      const list = words()
      if (list.length > 0) kept.push({ date, part, words: list.join(' ') })
      else gone.push({ date, part })
    }
    for (const part of was.keys()) if (!is.has(part)) gone.push({ date, part })
  }
  if (gone.length > 0) await deleteWords(db, calendar, gone)
  if (kept.length > 0) await upsertWords(db, calendar, kept)
}

const foundMark = (kind: Find['kind'], text: string, terms: readonly Term[]): Find => ({
  kind,
  blockId: null,
  title: [],
  startTime: null,
  endTime: null,
  excerpt: excerptOf(text, terms),
})

type Typed = { q: string; title: string }
type Terms = { text: Term[]; title: Term[] }

const foundLesson = ({ id, title, description, startTime, endTime }: StoredBlock, terms: Terms): Find => ({
  kind: 'lesson',
  blockId: id,
  title: markedText(title, [...terms.text, ...terms.title]),
  startTime,
  endTime,
  excerpt: excerptOf(plainText(description), terms.text),
})

/** Returns a page of what is found by what was typed, the latest day first. */
export const find = async (
  db: Db,
  calendar: CalendarRef,
  { q, title, from = FIRST_DAY, to = LAST_DAY }: Typed & { from?: string | undefined; to?: string | undefined },
): Promise<Found> => {
  const terms: Terms = { text: termsOf(q), title: termsOf(title) }
  const isComplete = await isAllFindable(db, calendar)
  if (terms.text.length + terms.title.length === 0) return { days: [], next: null, isComplete }
  const { days, hasOlder } = await findDays(db, calendar, { ...terms, from, to })
  const last = days.at(-1)
  return {
    days: days.map(
      ({ date, isBlocked, blockedText, noteText, blocks, parts }): FoundDay => ({
        date,
        isBlocked,
        finds: [
          ...(parts.includes(BLOCK_OUT) ? [foundMark('blockOut', blockedText ?? '', terms.text)] : []),
          ...(parts.includes(NOTE) ? [foundMark('note', noteText ?? '', terms.text)] : []),
          ...inDayOrder(blocks.filter(({ id }) => parts.includes(id))).map((block) => foundLesson(block, terms)),
        ],
      }),
    ),
    next: last && hasOlder ? addDays(last.date, -1) : null,
    isComplete,
  }
}
