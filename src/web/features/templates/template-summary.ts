import type { Preferences } from '#shared/accounts/contract.ts'
import { formatTime } from '#shared/dates.ts'
import { type AnyTemplate, blockCount, counted, daysIn, type TemplateBody } from './template-kinds.ts'

/** Returns a one-line summary: '6 time blocks, 8:00 AM – 2:00 PM' or 'Math, 8:00 AM – 8:45 AM'. */
export const summaryOf = (entry: TemplateBody, timeFormat: Preferences['timeFormat']): string => {
  const blocks = daysIn(entry).flat()
  const start = blocks.map(({ startTime }) => startTime).sort()[0]
  const end = blocks
    .map(({ endTime }) => endTime)
    .sort()
    .at(-1)
  const times = start && end ? `, ${formatTime(start, timeFormat)} – ${formatTime(end, timeFormat)}` : ''
  return `${entry.kind === 'timeBlock' ? entry.template.title : counted(blockCount(entry), 'time block')}${times}`
}

/** True if the template's name or the title of one of its blocks contains the search text, ignoring case. */
export const isFound = (entry: AnyTemplate, search: string): boolean => {
  const wanted = search.trim().toLowerCase()
  return [entry.template.name, ...daysIn(entry).flatMap((blocks) => blocks.map(({ title }) => title))].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}
