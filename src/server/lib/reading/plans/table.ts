/** Reads a table in a document: a week, a list of lessons, a form with one lesson, or a part of a lesson's text. */
import { isDayOff } from '../days-off.ts'
import { columnsOf, isList } from './columns.ts'
import { findDay } from './days.ts'
import { readGrid } from './grid.ts'
import { readList } from './list.ts'
import { labeled, type Row } from './parts.ts'
import { addDayOff, checkWeekday, type Reading, startWeek } from './reading-state.ts'
import { isPlanPart } from './school-words.ts'
import { readTimes, type Times } from './times.ts'

type Table = { line: number; html: string; rows: readonly Row[] }

const DATE_LABEL = /^(?:lesson |class )?(?:date|day)s?\b\s?:?/i
const WEEK_LABEL = /^week\b/i
const TITLE_LABEL = /^(?:lesson(?: title| name)?|title|topic|subject|class|course|period)\s?:?\s*/i
const TIME_LABEL = /^(?:class |lesson )?time\s?:?\s*/i
const LONGEST_TITLE = 120

type Form = { date: string | null; weekday: number | null; title: string; times: Times | null; html: string; parts: number }

/** Returns the pairs of a form's labels and texts: 'Date | Nov 30', or 'Date: Nov 30' in one cell. */
const pairsOf = (rows: readonly Row[]): { label: string; text: string; html: string }[] =>
  rows.flatMap(({ cells }) => {
    const filled = cells.filter(({ text }, place) => text !== '' && text !== cells[place - 1]?.text)
    const pairs: { label: string; text: string; html: string }[] = []
    for (let place = 0; place < filled.length; place++) {
      const cell = filled[place]
      const next = filled[place + 1]
      if (!cell) continue
      const [first = '', ...more] = cell.text.split('\n')
      const [, label = '', text = ''] = /^([^:]{2,40}):\s*(.*)$/s.exec(first) ?? []
      const isWhole = label !== '' && (text !== '' || more.length > 0)
      if (isWhole) {
        pairs.push({
          label,
          text: [text, ...more].join('\n').trim(),
          html: cell
            .parts()
            .map(({ html }) => html)
            .join(''),
        })
      } else if (next && cell.text.length <= 60) {
        const name = cell.text.replace(/\s*:\s*$/, '')
        pairs.push({ label: name, text: next.text, html: labeled(name, next.parts()) })
        place += 1
      } else
        pairs.push({
          label: '',
          text: cell.text,
          html: cell
            .parts()
            .map(({ html }) => html)
            .join(''),
        })
    }
    return pairs
  })

const formIn = (rows: readonly Row[], reading: Reading): Form => {
  const form: Form = { date: reading.day, weekday: null, title: '', times: null, html: '', parts: 0 }
  for (const { label, text, html } of pairsOf(rows)) {
    const found = DATE_LABEL.test(label) ? findDay(text, reading.around) : null
    if (found?.kind === 'day') {
      form.date = found.date
      form.weekday = found.weekday
    } else if (WEEK_LABEL.test(label)) startWeek(`week ${text}`, reading)
    else if (TIME_LABEL.test(label) && readTimes(text)) form.times = readTimes(text)
    else if (form.title === '' && TITLE_LABEL.test(label) && text.length <= LONGEST_TITLE) form.title = text.replace(/\s+/g, ' ')
    else {
      if (isPlanPart(label)) form.parts += 1
      form.html += html
    }
  }
  return form
}

/** True if the table's rows are lessons of one day: it has a column of titles, and one of times or texts. */
const isDayList = (roles: readonly string[]): boolean =>
  roles.includes('title') && ['times', 'startTime', 'minutes'].some((role) => roles.includes(role))

/** Reads a table. Returns its HTML if it is only a part of the lesson above. */
export const readTable = ({ line, html, rows }: Table, reading: Reading): string => {
  if (rows.length > 1 && !isList(rows, reading.around) && readGrid(rows, reading)) return ''
  const { columns, first } = columnsOf(rows, reading.around)
  const roles = columns.map(({ role }) => role)
  const isDated = roles.includes('monthFirst') || roles.includes('dayFirst')
  const form = formIn(rows, reading)
  if (rows.length > 1 && form.parts < 2 && ((isDated && roles.includes('title')) || (reading.day !== null && isDayList(roles)))) {
    readList(rows.slice(first), columns, reading)
    return ''
  }
  const isForm = form.parts > 0 || form.title !== ''
  const [cell] = rows[0]?.cells ?? []
  if (form.date !== null && rows.length === 1 && cell && isDayOff(cell.text)) {
    addDayOff(reading, line, form.date, cell.text)
    return ''
  }
  if (!isForm || form.date === null) {
    if (form.title !== '') reading.subject = form.title
    return html
  }
  // A form under a day's heading is the plan of the lesson above it.
  if (form.date === reading.day && form.title === '') return html
  checkWeekday(reading, line, form.date, form.weekday)
  const startTime = form.times?.startTime ?? null
  const endTime = form.times?.endTime ?? null
  reading.findings.add({
    line,
    kind: 'lesson',
    date: form.date,
    title: form.title || reading.subject || 'Lesson',
    startTime,
    endTime,
    html: form.html,
  })
  return ''
}
