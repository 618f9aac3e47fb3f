import { formatDay } from '#shared/dates.ts'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { byOutcome, lineWords } from './report-lines.ts'

/**
 * Prints a report from a window of its own. Everything is set as text, so nothing that a substitute wrote can become more than text.
 */
export const printReport = (report: SubReport): void => {
  const opened = window.open('', '_blank')
  if (!opened) {
    showToast({ title: 'Your browser blocked the window', description: 'Allow pop-ups for this site, then print again.' })
    return
  }
  const { document } = opened
  const add = (tag: string, text: string): void => {
    if (text === '') return
    const element = document.createElement(tag)
    element.textContent = text
    element.style.whiteSpace = 'pre-wrap'
    document.body.append(element)
  }
  const days = report.dates.map((date) => formatDay(date, 'full')).join(', ')
  document.title = 'Substitute’s report'
  document.body.replaceChildren()
  document.body.style.font = '12pt/1.5 sans-serif'
  add('h1', 'Substitute’s report')
  add('p', days)
  const { not, partly, done } = byOutcome(report.lessons)
  for (const lesson of [...not, ...partly, ...done]) add('p', `${lesson.title ?? 'A lesson that isn’t in the plan'}: ${lineWords(lesson)}`)
  for (const [name, text] of [
    ['Absent', report.absent.join('\n')],
    ['Happened', report.incidents],
    ['Note', report.note],
    ['Signed', report.name],
  ] as const) {
    if (text === '') continue
    add('h2', name)
    add('p', text)
  }
  opened.focus()
  opened.print()
}
