/** Reads a table that has a lesson in each row. */

import { addDays, addMinutes, daysBetween, isSchoolDay } from '#shared/dates.ts'
import type { ColumnRole } from '#shared/imports/rules.ts'
import { html } from '#shared/markup.ts'
import { isDayOff } from '../days-off.ts'
import { NO_TITLE } from '../findings.ts'
import { type Column, canBeTitle, isTitle, isWholePlan } from './columns.ts'
import { type Days, nextWeekday, quoted, readDays } from './days.ts'
import { htmlOf, labeled, partsOfText, type Row, withoutBullet } from './parts.ts'
import { addDayOff, checkWeekday, chosenWeek, daysOfRange, type Reading, startWeek } from './reading-state.ts'
import { isNothing } from './school-words.ts'
import { readClock, readTimes, type Times, timesFrom, timesProblem } from './times.ts'

const NO_YES = /^(?:no|false|0|n)$/i
const YES = /^(?:yes|true|1|y|x)$/i
/** A title that is only a number is a period's. */
const PERIOD_NUMBER = /^\d{1,2}[a-d]?$/i
const PERIOD_NAME = /^(?:period|per|pd|block|section)\b/i
/** Returns 'Homework' for 'homework', and 'Lesson text' for 'lessonText' and 'lesson_text'. */
const inWords = (header: string): string => {
  const words = header
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + (words === header ? words.slice(1) : words.slice(1).toLowerCase())
}

/** A length up to this is in hours, and a longer one in minutes. */
const MOST_HOURS = 4

type Places = Partial<Record<ColumnRole, number[]>>
/** The days of a row, and the time in its date. Null if the row has a problem. */
type RowDays = { from: string; to: string; time: string } | null

const placesOf = (columns: readonly Column[]): Places => {
  const places: Places = {}
  for (const [place, { role }] of columns.entries()) places[role] = [...(places[role] ?? []), place]
  return places
}

const weekdayIn = (reading: Reading, weekday: number): string | null => {
  if (reading.week !== null) return addDays(reading.week, weekday - 1)
  if (reading.day !== null) return nextWeekday(reading.day, weekday)
  const week = chosenWeek(reading)
  return week === null ? null : addDays(week, weekday - 1)
}

/** Returns a row's days. A row without a day has the one above, as in merged cells. */
const daysOf = ({ line }: Row, text: string, reading: Reading): RowDays => {
  const { findings, around, day } = reading
  if (text === '') {
    if (day === null) findings.problem(line, 'No date')
    return day === null ? null : { from: day, to: day, time: '' }
  }
  const read = readDays(text, around)
  const date = 'weekday' in read ? weekdayIn(reading, read.weekday) : null
  if ('from' in read || date !== null) {
    const days: Days = 'from' in read ? read : { from: date as string, to: date as string, time: '' }
    reading.day = days.from
    checkWeekday(reading, line, days.from, days.written)
    return days
  }
  if (!startWeek(text, reading))
    findings.problem(line, 'message' in read ? read.message : `We can’t tell which week this is: ${quoted(text)}`)
  reading.day = null
  return null
}

/** The last day of an event without times, in the export of a calendar. */
const END_DATE = /^(?:end ?date|date ?end|last ?day)$/i
const LONGEST_EVENT = 62

/** Returns the day in a row's column of end dates, or the row's last day if there is none. */
const lastDay = ({ from, to }: { from: string; to: string }, text: string, { around }: Reading): string => {
  const read = text === '' ? null : readDays(text, around)
  return read && 'from' in read && read.from > to && daysBetween(from, read.from) <= LONGEST_EVENT ? read.from : to
}

/** Returns a row's times, null if it has none, or a message. A text without digits, such as 'All day', isn't a time. */
const timesOf = (texts: { start: string; end: string; range: string; minutes: string }): Times | null | { message: string } => {
  const { start, end, range, minutes } = texts
  const isTime = (text: string): boolean => /\d|noon/i.test(text)
  const typed = isTime(range) ? range : start
  if (!isTime(typed)) return null
  const times = isTime(range) ? readTimes(range) : isTime(end) ? timesFrom(start, end) : readTimes(start)
  if (!times) return { message: `We can’t read the time ${quoted(isTime(range) || readClock(start) === null ? typed : end)}` }
  const [length] = /^\d{1,3}(?=\D|$)/.exec(minutes) ?? []
  if (times.endTime === null && length !== undefined && Number(length) > 0)
    return { ...times, endTime: addMinutes(times.startTime, Number(length) * (Number(length) <= MOST_HOURS ? 60 : 1)) }
  const message = timesProblem(times)
  return message === null ? times : { message }
}

/** Returns the text of a row's lesson. If there are several columns of text, each has its name. */
const lessonText = ({ cells }: Row, title: string, places: Places, columns: readonly Column[]): string => {
  const texts = (places.text ?? []).map((place) => ({ label: columns[place]?.header ?? '', cell: cells[place] }))
  const filled = texts.filter(({ cell }) => cell && cell.text !== '' && cell.text !== title && !isNothing(cell.text))
  return filled
    .map(({ label, cell }) => {
      const parts = cell?.parts() ?? []
      if (isTitle(label)) return html`<p><strong>${cell?.text ?? ''}</strong></p>`.text
      return texts.length > 1 && !isWholePlan(label) ? labeled(inWords(label), parts) : htmlOf(parts)
    })
    .join('')
}

/** Returns the first line of a title, and the lines below it as HTML. */
const firstLineOf = (whole: string): { title: string; more: string } => {
  const [first = '', ...lines] = whole.trim().split('\n')
  return lines.length === 0 ? { title: whole, more: '' } : { title: withoutBullet(first), more: htmlOf(partsOfText(lines.join('\n'))) }
}

/** Reads a list's rows below its header. Without a column of dates, the lessons are on the day that the text above names. */
export const readList = (rows: readonly Row[], columns: readonly Column[], reading: Reading): void => {
  const places = placesOf(columns)
  const { findings } = reading
  const dates = [...(places.monthFirst ?? []), ...(places.dayFirst ?? [])]
  const order = places.dayFirst && !places.monthFirst ? 'dayFirst' : 'monthFirst'
  const list: Reading = { ...reading, around: { ...reading.around, order } }
  const ends = columns.findIndex(({ header, role }) => role === 'ignore' && END_DATE.test(header))
  const textIn = ({ cells }: Row, role: ColumnRole): string =>
    (places[role] ?? [])
      .map((place) => cells[place]?.text ?? '')
      .filter((text) => text !== '')
      .join(': ')

  const titleOf = (row: Row): string => {
    const title = textIn(row, 'title')
    const header = columns[places.title?.[0] ?? -1]?.header ?? ''
    return PERIOD_NUMBER.test(title) && PERIOD_NAME.test(header) ? `${header.split(' ')[0]} ${title}` : title
  }
  /** Returns the title of a row whose own is empty: a day off, or another column with a name. */
  const otherTitle = ({ cells }: Row): string => {
    const texts = (places.text ?? []).map((place) => ({ header: columns[place]?.header ?? '', text: cells[place]?.text ?? '' }))
    const found = texts.find(({ text }) => isDayOff(text)) ?? texts.find(({ header, text }) => text !== '' && canBeTitle(header))
    return found?.text ?? ''
  }
  const addMarks = (row: Row, days: { from: string; to: string }, title: string): boolean => {
    const { line } = row
    const off = textIn(row, 'dayOff')
    const note = textIn(row, 'note')
    const isOff = off !== '' && !NO_YES.test(off)
    const reason = YES.test(off) ? title || 'No school' : off
    if (!isOff && note === '') return false
    for (const date of daysOfRange(reading, days)) {
      if (isOff) addDayOff(reading, line, date, reason)
      if (note !== '') findings.add({ line, kind: 'note', date, title: note, startTime: null, endTime: null })
    }
    return (isOff && (title === '' || YES.test(off))) || (title === '' && note !== '')
  }

  const addRow = (row: Row): void => {
    const { line } = row
    const date = dates.map((place) => row.cells[place]?.text ?? '').find((text) => text !== '') ?? ''
    const days = dates.length === 0 && list.day !== null ? { from: list.day, to: list.day, time: '' } : daysOf(row, date, list)
    if (!days) return
    const whole = titleOf(row)
    if (addMarks(row, days, whole)) return
    const { title, more } = firstLineOf(whole || otherTitle(row))
    const text = more + lessonText(row, title, places, columns)
    const texts = {
      start: textIn(row, 'startTime') || days.time,
      end: textIn(row, 'endTime'),
      range: textIn(row, 'times'),
      minutes: textIn(row, 'minutes'),
    }
    const times = timesOf(texts)
    if (title === '') {
      // A calendar's days without a lesson have only their date.
      if (text !== '' || times !== null) findings.problem(line, NO_TITLE)
      return
    }
    if (isNothing(title) && text === '') return
    if (times !== null && 'message' in times) {
      findings.problem(line, times.message)
      return
    }
    const end = ends < 0 || times !== null ? days.to : lastDay(days, row.cells[ends]?.text ?? '', list)
    const isOff = times === null && isDayOff(title)
    const [startTime, endTime] = [times?.startTime ?? null, times?.endTime ?? null]
    for (const day of isOff || end > days.to ? daysOfRange(reading, { from: days.from, to: end }) : [days.from]) {
      if (end > days.to && !isSchoolDay(day)) continue
      if (isOff) addDayOff(reading, line, day, title)
      else findings.add({ line, kind: 'lesson', date: day, title, startTime, endTime, html: text })
    }
  }
  for (const row of rows) addRow(row)
  reading.day = dates.length === 0 ? reading.day : list.day
}
