import type { Preferences } from '#shared/accounts/contract.ts'
import { formatTimes } from '#shared/dates.ts'
import { counted } from '#web/lib/counted.ts'
import { type AnyTemplate, blockCount, daysIn, type TemplateBody } from './template-kinds.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']

/** Returns the days that have lessons: 'Mon–Fri' if they are at least three in a row, otherwise a list such as 'Mon, Wed'. */
const weekdaysOf = (entry: TemplateBody): string => {
  const taught = daysIn(entry).flatMap((blocks, index) => (blocks.length > 0 ? [index] : []))
  const [first = 0, last = 0] = [taught[0], taught.at(-1)]
  const isRow = taught.length > 2 && last - first === taught.length - 1
  return isRow ? `${WEEKDAYS[first]}–${WEEKDAYS[last]}` : taught.map((index) => WEEKDAYS[index]).join(', ')
}

/** Returns a summary in two parts: '6 time blocks', 'Mon–Fri, 30 time blocks' or 'Math', and '8:00 AM – 2:00 PM' or '' without blocks. */
export const summaryOf = (entry: TemplateBody, timeFormat: Preferences['timeFormat']): { what: string; times: string } => {
  const blocks = daysIn(entry).flat()
  const start = blocks.map(({ startTime }) => startTime).sort()[0]
  const end = blocks
    .map(({ endTime }) => endTime)
    .sort()
    .at(-1)
  const times = start && end ? formatTimes({ startTime: start, endTime: end }, timeFormat) : ''
  const days = entry.kind === 'weekly' && blocks.length > 0 ? `${weekdaysOf(entry)}, ` : ''
  return { what: `${days}${entry.kind === 'timeBlock' ? entry.template.title : counted(blockCount(entry), 'time block')}`, times }
}

/** True if the template's name or the title of one of its blocks contains the search text, ignoring case. */
export const isFound = (entry: AnyTemplate, search: string): boolean => {
  const wanted = search.trim().toLowerCase()
  return [entry.template.name, ...daysIn(entry).flatMap((blocks) => blocks.map(({ title }) => title))].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}
