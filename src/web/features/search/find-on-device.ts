/** Searches the weeks of this device, with the edits that aren't sent yet, by the same rules as the server. */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import type { Find, Found, FoundDay, Order } from '#shared/calendar/search/contract.ts'
import { foundLesson, foundMark, haveAll, MAX_WORDS, type Terms, termsOf, tokenize } from '#shared/calendar/search/rules.ts'
import { FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { plainText } from '#shared/plain-text.ts'
import type { PlannedDay, PlannedWeek } from '#web/features/calendar/model/planned-week.ts'

/** `title`: words of the lesson's title, or an empty string. `classId`: only lessons of this class. `from` and `to` limit the days. */
export type Asked = {
  q: string
  title: string
  classId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order: Order
}

const known = new WeakMap<TimeBlock, { title: string[]; all: string[] }>()
const wordsOf = (block: TimeBlock): { title: string[]; all: string[] } => {
  const before = known.get(block)
  if (before) return before
  const { title, description } = block
  const words = { title: tokenize(title, MAX_WORDS), all: tokenize(`${title} ${plainText(description)}`, MAX_WORDS) }
  known.set(block, words)
  return words
}

type Wanted = Terms & { classId: string | undefined }

const isFound = (block: TimeBlock, { text, title, classId }: Wanted): boolean =>
  (classId === undefined || block.classId === classId) && haveAll(wordsOf(block).all, text) && haveAll(wordsOf(block).title, title)

const findsOn = ({ own, lessons, leftOut }: PlannedDay, wanted: Wanted): Find[] => {
  const { text, title, classId } = wanted
  const isMark = (words: string | null): words is string =>
    words !== null && title.length === 0 && classId === undefined && haveAll(tokenize(words, MAX_WORDS), text)
  const blocks = inDayOrder([...lessons.map(({ block }) => block), ...leftOut])
  return [
    ...(own.isBlocked && isMark(own.blockedText) ? [foundMark('blockOut', own.blockedText, text)] : []),
    ...(isMark(own.noteText) ? [foundMark('note', own.noteText, text)] : []),
    ...blocks.filter((block) => isFound(block, wanted)).map((block) => foundLesson(block, wanted)),
  ]
}

/** Returns what a search finds in these weeks, all on one page. */
export const findOnDevice = (
  weeks: readonly PlannedWeek[],
  { q, title, classId, from, to, order }: Asked,
): Found & { isOnDevice: true } => {
  const wanted: Wanted = { text: termsOf(q), title: termsOf(title), classId }
  const isEmpty = wanted.text.length + wanted.title.length === 0 && classId === undefined
  const days = weeks.flatMap((week) => week.days).filter(({ date }) => date >= (from ?? FIRST_DAY) && date <= (to ?? LAST_DAY))
  const found = isEmpty
    ? []
    : days.flatMap((day): FoundDay[] => {
        const finds = findsOn(day, wanted)
        return finds.length > 0 ? [{ date: day.date, isBlocked: day.marks.isBlocked, finds }] : []
      })
  const inOrder = found.sort((a, b) => (order === 'latest' ? b.date.localeCompare(a.date) : a.date.localeCompare(b.date)))
  return { days: inOrder, next: null, isComplete: true, isOnDevice: true }
}
