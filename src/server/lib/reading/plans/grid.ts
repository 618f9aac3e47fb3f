/** Reads a week as a grid: days across the top and lessons down the side, or the other way around. */

import { addDays, daysBetween, weekdayOf } from '#shared/dates.ts'
import { isDayOff } from '../days-off.ts'
import { type Around, findDay, findWeek, quoted, readDays } from './days.ts'
import { type Cell, htmlOf, labeled, type Part, partsOfText, type Row, splitTitle } from './parts.ts'
import { addDayOff, checkWeekday, chosenWeek, type Reading, startWeek } from './reading-state.ts'
import { isNothing, isPlanPart, isSubject } from './school-words.ts'
import { type Times, timesProblem, timesWithin } from './times.ts'

/** A day in the heading of a column or row. `date` is null for a weekday alone. */
type DayAt = { place: number; weekday: number; date: string | null; isNever: string | null; written?: number | null }
/** A column or row of lessons. */
type Label = { title: string; heading: string; times: Times | null; isPart: boolean }
type GridCell = { line: number; day: DayAt; label: Label; cell: Cell }

const LONGEST_HEADING = 60
const MOST_DAYS = 14
const HEADING_REST = /^[\s.,:;()–—|-]*(?:\(?(?:day|week|[a-f])\s?[\w]{0,3}(?:\sday)?\)?)?[\s.,:;()–—|-]*$/i

/** Returns the day that a heading names, or null. A short weekday must be alone. */
const dayAt = (cell: Cell | undefined, place: number, around: Around): DayAt | null => {
  if (!cell || cell.text.length > 2 * LONGEST_HEADING) return null
  const text = cell.text.replace(/\s+/g, ' ')
  if (text === '' || text.length > LONGEST_HEADING) return null
  const found = findDay(text, around)
  if (!found || !HEADING_REST.test(found.rest)) return null
  if (found.kind === 'weekday') return { place, weekday: found.weekday, date: null, isNever: null }
  if (found.kind === 'never') return { place, weekday: 0, date: null, isNever: found.message }
  return { place, weekday: weekdayOf(found.date), date: found.date, isNever: null, written: found.weekday }
}

const daysIn = (cells: readonly (Cell | undefined)[], around: Around): DayAt[] =>
  cells.flatMap((cell, place) => dayAt(cell, place, around) ?? [])

/** True for days that follow each other, as in a week. A start and an end date don't. */
const isWeek = (days: readonly DayAt[]): boolean => {
  const dates = days.flatMap(({ date }) => date ?? [])
  const names = new Set(days.map(({ date, weekday, isNever }) => date ?? isNever ?? weekday))
  const inOrder = dates.every((date, place) => place === 0 || date >= (dates[place - 1] as string))
  const isNear = dates.length < 2 || daysBetween(dates[0] as string, dates.at(-1) as string) <= MOST_DAYS
  return names.size >= 2 && days.length >= 2 && inOrder && isNear
}

/** Returns the days in a row of headings, or null if it has others: a list's row has a date and then texts. */
const headingDays = ({ cells }: Row, around: Around): DayAt[] | null => {
  const days = daysIn(cells, around)
  const filled = cells.filter(({ text }) => text !== '').length
  return isWeek(days) && days.length * 2 >= filled ? days : null
}

const labelOf = (cells: readonly (Cell | undefined)[]): Label => {
  const texts = [...new Set(cells.flatMap((cell) => (cell && cell.text !== '' ? [cell.text.replace(/\s+/g, ' ')] : [])))]
  const text = texts.join(' ')
  const found = timesWithin(text)
  const title = found ? found.rest : text
  const heading = cells.find((cell) => cell && cell.text !== '')?.text.split('\n')[0] ?? ''
  return {
    title: /^[\d.#]{1,3}$/.test(title) ? `Period ${title}` : title,
    heading,
    times: found?.times ?? null,
    isPart: isPlanPart(heading),
  }
}

const isLessonLabel = (title: string): boolean => title !== '' && !/^(?:period|per|block|time|am|pm|lesson|hour)?\s?\d{0,2}$/i.test(title)

/** Returns a cell's title and text. Beside the name of a class, the whole cell is the text. */
const lessonIn = ({ label, cell }: GridCell): { title: string; times: Times | null; parts: Part[] } => {
  const parts = cell.parts()
  if (isLessonLabel(label.title)) return { title: label.title, times: label.times, parts: isNothing(cell.text) ? [] : parts }
  const [first, ...rest] = parts
  const found = timesWithin(first?.text ?? '')
  const line = (found ? found.rest : (first?.text ?? '')).trim()
  const times = found?.times ?? label.times
  if (line === '' && rest.length > 0) {
    const [next, ...others] = rest
    return { title: next?.text ?? '', times, parts: others }
  }
  const { title, text } = splitTitle(line)
  const opening = text === '' ? [] : first?.html.includes('<a ') ? [first] : partsOfText(text)
  return { title, times, parts: [...opening, ...rest] }
}

/** True for a week of one class: its rows are the parts of a plan, such as 'Objective' and 'Homework', and not lessons. */
const isOneClass = (cells: readonly GridCell[]): boolean => {
  const labels = [...new Set(cells.map(({ label }) => label))].filter(({ title }) => title !== '')
  return (
    labels.filter(({ isPart }) => isPart).length >= 2 &&
    labels.every(({ title, times, isPart }) => isPart || (times === null && !isSubject(title)))
  )
}

type Lesson = { line: number; date: string; title: string; times: Times | null; html: string }

const dateIn = ({ weekday }: DayAt, reading: Reading): string | null => {
  if (weekday === 0) return null
  const week = reading.week ?? chosenWeek(reading)
  return week === null ? null : addDays(week, weekday - 1)
}

/** Turns a grid's cells into lessons, in order. */
const addCells = (cells: readonly GridCell[], reading: Reading): void => {
  const { findings } = reading
  const lessons: Lesson[] = []
  const lastOn = new Map<string, Lesson>()
  const told = new Set<number>()
  const isWhole = isOneClass(cells)
  for (const found of cells) {
    const { line, day, label, cell } = found
    if (cell.text === '' || (isNothing(cell.text) && (isWhole || label.isPart || !isLessonLabel(label.title)))) continue
    const date = day.date ?? dateIn(day, reading)
    if (date === null) {
      if (!told.has(day.place))
        findings.problem(line, day.isNever ?? 'We can’t tell which week this is. Add a heading such as “Week of November 30”')
      told.add(day.place)
      continue
    }
    if (isDayOff(cell.text)) {
      addDayOff(reading, line, date, cell.text.replace(/\s+/g, ' '))
      continue
    }
    const before = lastOn.get(date)
    const isPart = isWhole || label.isPart
    if (isPart && before) {
      before.html += labeled(label.heading, cell.parts())
      continue
    }
    const read = isPart ? { title: reading.subject || 'Lesson', times: label.times, parts: [] } : lessonIn(found)
    const html = isPart ? labeled(label.heading, cell.parts()) : htmlOf(read.parts)
    const lesson = { line, date, title: read.title, times: read.times, html }
    lessons.push(lesson)
    lastOn.set(date, lesson)
  }
  for (const { line, date, title, times, html } of lessons) {
    const message = times && timesProblem(times)
    if (message) findings.problem(line, message)
    else findings.add({ line, kind: 'lesson', date, title, startTime: times?.startTime ?? null, endTime: times?.endTime ?? null, html })
  }
}

/** Fills in the dates of weekdays from a row of dates below them: 'Mon', 'Tue', and under them '11/30', '12/1'. */
const withDatesBelow = (days: DayAt[], below: Row | undefined, around: Around): DayAt[] | null => {
  if (!below || days.some(({ date }) => date !== null)) return null
  const dates = days.map(({ place }) => readDays(below.cells[place]?.text ?? '', around))
  const found = dates.filter((date) => 'from' in date).length
  if (found * 2 <= days.length) return null
  return days.map((day, place) => {
    const date = dates[place]
    return date && 'from' in date
      ? { ...day, weekday: weekdayOf(date.from), date: date.from, written: day.weekday }
      : date && 'message' in date
        ? { ...day, weekday: 0, isNever: date.message }
        : day
  })
}

const noteWeek = ({ cells }: Row, reading: Reading): void => {
  const text = [...new Set(cells.map((cell) => cell.text.replace(/\s+/g, ' ')).filter((cell) => cell !== ''))].join(' ')
  startWeek(text, reading)
}

/** Reads days across the top. A sheet can have several weeks below each other. */
const readAcross = (rows: readonly Row[], reading: Reading): void => {
  let days: DayAt[] | null = null
  let cells: GridCell[] = []
  const endWeek = (): void => {
    addCells(cells, reading)
    cells = []
  }
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as Row
    const { around } = reading
    const heading = headingDays(row, around)
    if (heading) {
      endWeek()
      const dated = withDatesBelow(heading, rows[place + 1], around)
      days = dated ?? heading
      if (dated) place += 1
      for (const { date, written } of days) if (date !== null) checkWeekday(reading, row.line, date, written)
      const first = days.find(({ date }) => date !== null)
      if (first?.date) reading.week = addDays(first.date, 1 - first.weekday)
      continue
    }
    const filled = row.cells.filter(({ text }) => text !== '')
    const isTitle =
      new Set(filled.map(({ text }) => text)).size === 1 && findWeek(filled[0]?.text.replace(/\s+/g, ' ') ?? '', around) !== null
    if (!days || isTitle) {
      endWeek()
      noteWeek(row, reading)
      continue
    }
    const label = labelOf(row.cells.slice(0, days[0]?.place ?? 0))
    for (const day of days) {
      const cell = row.cells[day.place]
      if (cell) cells.push({ line: row.line, day, label, cell })
    }
  }
  endWeek()
}

/** Returns the header of a grid with days down the side: classes, periods or times in its first row. */
const sideOf = (rows: readonly Row[], around: Around): { header: number; days: number } | null => {
  for (const [header, row] of rows.slice(0, 6).entries()) {
    const labels = row.cells.filter(({ text }) => isSubject(text) || timesWithin(text) !== null || isPlanPart(text)).length
    if (labels < 2) continue
    const below = rows.slice(header + 1)
    for (const days of [0, 1]) {
      const found = daysIn(
        below.map(({ cells }) => cells[days]),
        around,
      )
      const filled = below.filter(({ cells }) => (cells[days]?.text ?? '') !== '').length
      if (found.length >= 1 && found.length * 2 > filled && dayAt(row.cells[days], 0, around) === null) return { header, days }
    }
  }
  return null
}

const readDown = (rows: readonly Row[], { header, days: at }: { header: number; days: number }, reading: Reading): void => {
  for (const row of rows.slice(0, header)) noteWeek(row, reading)
  const labels = (rows[header]?.cells ?? []).map((cell) => labelOf([cell]))
  const cells: GridCell[] = []
  let day: DayAt | null = null
  for (const { line, cells: row } of rows.slice(header + 1)) {
    const own = dayAt(row[at], line, reading.around)
    day = own ?? day
    const other = row[at]?.text ?? ''
    if (!own && findWeek(other, reading.around) !== null) {
      addCells(cells.splice(0), reading)
      startWeek(other, reading)
      continue
    }
    if (own?.date) checkWeekday(reading, line, own.date, own.written)
    if (!day) {
      if (other !== '') reading.findings.problem(line, `We can’t read the date ${quoted(other)}`)
      continue
    }
    if (day.date !== null) reading.week = addDays(day.date, 1 - day.weekday)
    else if (reading.week !== null) day = { ...day, date: addDays(reading.week, day.weekday - 1) }
    for (const [place, cell] of row.entries()) if (place > at && labels[place]) cells.push({ line, day, label: labels[place], cell })
  }
  addCells(cells, reading)
}

/** Reads a grid, and returns whether the rows are one. */
export const readGrid = (rows: readonly Row[], reading: Reading): boolean => {
  if (rows.slice(0, 15).some((row) => headingDays(row, reading.around))) {
    readAcross(rows, reading)
    return true
  }
  const side = sideOf(rows, reading.around)
  if (side) readDown(rows, side, reading)
  return side !== null
}
