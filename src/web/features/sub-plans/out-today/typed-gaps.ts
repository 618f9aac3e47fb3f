/** What a substitute would miss, as fields that a teacher fills in place. */

import type { NoteName, SpecialNotes } from '#shared/accounts/rules.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { isBlank, plainText } from '#shared/plain-text.ts'
import { type FixTarget, type Gap, isNoteEmpty, NOTE_GUIDE } from '#shared/sub-plans/rules.ts'
import { htmlOfLine } from '#web/features/calendar/class-view/plain-line.ts'

export type GapField = {
  key: string
  title: string
  hint: string
  place: FixTarget
}

/** The text typed into each field, by its key. */
export type Typed = Readonly<Record<string, string>>

const KEPT = 'Kept for next time.'

const NOTE_WORDS: Record<NoteName, [title: string, hint: string]> = {
  emergencyProcedures: ['There are no emergency procedures', `Fire, lockdown, and where to meet. ${KEPT}`],
  studentNotes: ['There are no student notes', `Medical alerts, support, and pickup. ${KEPT}`],
  substituteInstructions: ['Nothing says how your classroom works', `Substitute instructions. ${KEPT}`],
}
const HEADED_WORDS: readonly [beginning: string, title: string, hint: string][] = [
  ['Attendance', 'Nothing says how to take attendance', `Attendance. ${KEPT}`],
  ['Dismissal', 'Nothing says how the day ends', `Dismissal and buses. ${KEPT}`],
]

const noteField = (note: NoteName, heading: string | undefined): Omit<GapField, 'key' | 'place'> => {
  const [, title, hint] = HEADED_WORDS.find(([beginning]) => heading?.startsWith(beginning)) ?? ['', ...NOTE_WORDS[note]]
  return { title, hint }
}

const dayField = (date: string, title: string | undefined, areSeveral: boolean): Omit<GapField, 'key' | 'place'> => {
  const on = areSeveral ? ` on ${formatDay(date, 'short')}` : ''
  if (title === undefined)
    return { title: `${formatDay(date, 'short')} has no lessons`, hint: 'The page then begins with your instructions and your message.' }
  return { title: `${title}${on} has no instructions`, hint: 'Added to the lesson.' }
}

/**
 * Returns the fields for these gaps. Student notes are missing only from a link that contains them. Attendance and dismissal are
 * instructions, so that they are asked for instead of instructions in general.
 */
export const fieldsOf = (gaps: readonly Gap[], days: readonly CalendarDay[], hasStudentNotes: boolean): GapField[] => {
  const areSeveral = new Set(gaps.flatMap(({ place }) => ('date' in place ? place.date : []))).size > 1
  const hasHeaded = gaps.some(({ place }) => 'note' in place && place.heading !== undefined)
  return gaps.flatMap((gap) => {
    const { place } = gap
    const key = JSON.stringify(place)
    if ('date' in place) {
      const block = days.find(({ date }) => date === place.date)?.blocks.find(({ id }) => id === place.blockId)
      return { key, place, ...dayField(place.date, block?.title, areSeveral) }
    }
    if (place.note === 'studentNotes' && !hasStudentNotes) return []
    if (place.note === 'substituteInstructions' && place.heading === undefined && hasHeaded) return []
    return { key, place, ...noteField(place.note, place.heading) }
  })
}

/** Returns typed text as HTML, a paragraph for each line. */
export const htmlOfTyped = (text: string): string => text.split('\n').map(htmlOfLine).join('')

const HEADING = /^<h[1-4][^>]*>.*?<\/h[1-4]>/s

/** Returns a note with text added: under a heading of its guide, which is added if the note doesn't have it, or else before empty headings. */
export const withText = (note: string, heading: string | undefined, text: string): string => {
  const html = htmlOfTyped(text)
  if (html === '') return note
  if (heading === undefined) return isNoteEmpty(note) ? html + note : note + html
  const parts = note.split(/(?=<h[1-4][\s>])/)
  const place = parts.findIndex((part) => plainText(HEADING.exec(part)?.[0] ?? '') === heading)
  const found = parts[place]
  if (found === undefined) return `${note}<h3>${heading}</h3>${html}`
  const [title = ''] = HEADING.exec(found) ?? []
  const body = found.slice(title.length)
  parts[place] = title + (isBlank(body) ? html : body + html)
  return parts.join('')
}

/** Returns the place of a field's text from its key. */
export const placeOf = (key: string): FixTarget => JSON.parse(key) as FixTarget

/** Returns the notes into which text was typed, each based on `base`, with the text in the order of the guide. Erased text isn't there. */
export const notesWith = (base: SpecialNotes, typed: Typed): Partial<SpecialNotes> => {
  const changed: Partial<SpecialNotes> = {}
  const texts = Object.entries(typed).flatMap(([key, text]) => {
    const place = placeOf(key)
    return 'note' in place ? [{ ...place, text, order: place.heading ? NOTE_GUIDE[place.note].indexOf(place.heading) : -1 }] : []
  })
  for (const { note, heading, text } of texts.sort((one, other) => one.order - other.order)) {
    changed[note] ??= base[note]
    if (text.trim() !== '') changed[note] = withText(changed[note], heading, text)
  }
  return changed
}

/** Returns the lessons that the page shows on each of these dates that isn't a day off. An emergency plan's are the same on each. */
export const taughtOn = (dates: readonly string[], days: readonly CalendarDay[], plan?: readonly TimeBlock[]): (readonly TimeBlock[])[] =>
  [...dates].sort().flatMap((on) => {
    const day = days.find(({ date }) => date === on)
    return day?.isBlocked ? [] : [plan ?? day?.blocks.filter(({ usual }) => !usual?.isLeftOut) ?? []]
  })

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const inWords = (count: number): string => NUMBERS[count] ?? String(count)
const begun = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

/** Returns 'Six lessons'. */
export const lessonsWords = (count: number): string => begun(`${inWords(count)} ${count === 1 ? 'lesson' : 'lessons'}`)

/** Returns 'Ready', or 'Ready, but for two things'. */
export const readyWords = (missing: number): string =>
  missing === 0 ? 'Ready' : `Ready, but for ${inWords(missing)} ${missing === 1 ? 'thing' : 'things'}`

const has = (gaps: readonly Gap[], is: (place: FixTarget) => boolean): boolean => !gaps.some(({ place }) => is(place))
const isHeaded = (beginning: string) => (place: FixTarget) => 'note' in place && place.heading?.startsWith(beginning) === true

/** Returns a sentence about what is there, such as 'Six lessons, attendance and the emergency card are all there.' */
export const thereWords = (gaps: readonly Gap[], lessons: number): string => {
  const names = [
    lessons > 0 && lessonsWords(lessons),
    has(gaps, isHeaded('Attendance')) && 'attendance',
    has(gaps, isHeaded('Dismissal')) && 'dismissal',
    has(gaps, (place) => 'note' in place && place.note === 'emergencyProcedures') && 'the emergency card',
  ].filter((name) => name !== false)
  const [last] = names.slice(-1)
  if (last === undefined) return ''
  if (names.length === 1) return begun(`${last} ${lessons > 1 ? 'are' : 'is'} there.`)
  return begun(`${names.slice(0, -1).join(', ')} and ${last} are ${names.length > 2 ? 'all ' : ''}there.`)
}
