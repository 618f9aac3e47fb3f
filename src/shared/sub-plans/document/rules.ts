/**
 * The sub plan as a self-contained page, written for a substitute who has never seen the classroom and ordered by when they need each part.
 * Safety information is first, and is included even if the teacher wrote none.
 */
import type { Classroom, Preferences } from '#shared/accounts/contract.ts'
import type { NoteName } from '#shared/accounts/rules.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { formatDay, formatTime } from '#shared/dates.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { html, lessonMarkup, Markup } from '#shared/markup.ts'
import { shortDayInWords, shortDayOf } from '#shared/moves/usual-times/rules.ts'
import { isBlank } from '#shared/plain-text.ts'
import { PRINT_STYLE } from '#shared/print-style.ts'
import { qrCode } from '#shared/qr-code.ts'
import type { SubPlanChoices } from '#shared/sub-plans/contract.ts'
import { lacksInstructions } from '#shared/sub-plans/rules.ts'

type PlanBlock = TimeBlock & { description: LessonHtml }
type PlanEntry = Pick<CalendarDay, 'isBlocked' | 'blockedText' | 'noteText' | 'userBlocked' | 'userBlockedText' | 'schoolNote'>

export type SubPlan = {
  teacher: string
  timeFormat: Preferences['timeFormat']
  /** The teacher's IANA time zone. */
  timezone: string
  classroom: Classroom
  notes: Record<NoteName, LessonHtml>
  /** True if the teacher's device made the plan without the server, which alone has the student notes. */
  lacksStudentNotes?: boolean
  choices: SubPlanChoices
  /**
   * Ordered by date. `entry` is undefined for an empty day. `cycleDay` is the day's name in the timetable, such as 'Day 3', or ''. `blocks`
   * are the day's lessons in order, or those of an emergency plan. Empty on a non-instructional day.
   */
  days: readonly { date: string; cycleDay: string; entry: PlanEntry | undefined; blocks: readonly PlanBlock[] }[]
  /** The teacher's classes, which have the rooms and colors. */
  classes: readonly (Pick<SchoolClass, 'id' | 'name' | 'room'> & { color?: number })[]
  /** The address of a page with this plan, for the substitute's phone. */
  linkUrl?: string | undefined
}
type PlanDay = SubPlan['days'][number]

/** Must stay byte-identical, because the page's Content Security Policy allows it by hash. */
const STYLE = new Markup(PRINT_STYLE)

/** Returns a day in words, such as 'Wednesday, November 18, 2026 · Day 3 · Short day: 2-hour delay'. */
const dayInFull = ({ date, cycleDay, blocks }: PlanDay): string =>
  [formatDay(date, 'full'), cycleDay, shortDayInWords(shortDayOf(blocks))].filter(Boolean).join(' · ')

/** Returns the plan's only day in words, or the first and last dates for several days. */
const planDates = (days: SubPlan['days']): string => {
  const [only] = days
  if (only && days.length === 1) return dayInFull(only)
  const [first = '', last = ''] = [only?.date, days.at(-1)?.date]
  return `${formatDay(first, 'medium')} – ${formatDay(last, 'medium')}`
}

const noteBox = (heading: string, text: LessonHtml, ifNone: string, className = 'box', before: Markup | false = false) => html`
<section class="${className}">${before}<h2>${heading}</h2>
${isBlank(text) ? html`<p class="none">${ifNone}</p>` : html`<div class="text">${lessonMarkup(text)}</div>`}
</section>`

type Lines = readonly (readonly [label: string, value: string])[]

/** Returns whom to call, as far as the teacher or the school typed it. */
const calls = ({ officePhone, nursePhone, nextDoor }: SubPlan['classroom']) => {
  const lines: Lines = [
    ['Office', officePhone],
    ['Nurse', nursePhone],
    ['Next door', nextDoor],
  ]
  const typed = lines.filter(([, value]) => value !== '')
  return (
    typed.length > 0 &&
    html`<h2>Who to call</h2>
<table class="rows"><tbody>${typed.map(([label, value]) => html`<tr><td class="time">${label}</td><td><strong>${value}</strong></td></tr>`)}</tbody></table>`
  )
}

/** The box that a substitute needs first in an emergency: phone numbers, and then the procedures. */
const emergency = ({ classroom, notes, choices }: SubPlan) => {
  const phones = calls(classroom)
  if (choices.emergencyProcedures)
    return noteBox(
      'Emergency procedures',
      notes.emergencyProcedures,
      'None provided. Check with the office before school starts.',
      'box urgent',
      phones,
    )
  return (
    phones &&
    html`
<section class="box urgent">${phones}</section>`
  )
}

/** Returns a value without the label that some teachers type, too, such as 'Room 114'. */
const withoutLabel = (label: string, value: string): string =>
  value.toLowerCase().startsWith(`${label.toLowerCase()} `) ? value.slice(label.length + 1) : value

/** An SVG without styles or scripts, so that any Content Security Policy allows it. */
const codeOf = (address: string) => {
  const { size, path } = qrCode(address)
  return html`<svg class="code" role="img" aria-label="QR code" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

const titleBlock = ({ teacher, classroom, days, linkUrl }: SubPlan) => {
  const { schoolName, room, grade, students } = classroom
  const lines: Lines = [
    ['Teacher', teacher],
    ['School', schoolName],
    ['Room', room],
    ['Grade', grade],
    ['Students', students],
    ['Days', days.length > 1 ? String(days.length) : ''],
  ]
  const typed = lines.filter(([, value]) => value !== '').map(([label, value]) => [label, withoutLabel(label, value)] as const)
  return html`
<header class="title">
<div><h1>Substitute Plan</h1><p>${planDates(days)}</p></div>
<dl>${typed.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
</header>${
    linkUrl !== undefined &&
    html`
<section class="link keep">${codeOf(linkUrl)}<p class="plain">This plan on your phone, always up to date:<br><strong>${linkUrl}</strong></p></section>`
  }`
}

/** The cover page, to be read before anything else. */
const cover = (plan: SubPlan) => {
  const { notes, choices, lacksStudentNotes } = plan
  const ifNone = lacksStudentNotes ? 'Not on this copy, which was printed without a network.' : 'None provided.'
  return html`${titleBlock(plan)}
${emergency(plan)}
${choices.studentNotes && noteBox('Student notes', notes.studentNotes, `${ifNone} Ask the office about medical alerts and pickup restrictions.`)}
${choices.message.trim() !== '' && html`<section class="box keep"><h2>Message for the substitute</h2><p class="plain">${choices.message.trim()}</p></section>`}`
}

const overview = (days: SubPlan['days']) => html`
<h2>Days in this plan</h2>
<table class="rows"><tbody>${days.map((day) => {
  const { entry, blocks } = day
  const text = entry?.isBlocked ? `Non-instructional Day: ${entry.blockedText}` : lessonCount(blocks.length)
  return html`<tr><td>${dayInFull(day)}</td><td>${text}</td></tr>`
})}</tbody></table>`

const lessonCount = (count: number): string => (count === 0 ? 'No lessons scheduled' : `${count} ${count === 1 ? 'lesson' : 'lessons'}`)

const room = ({ notes }: SubPlan) =>
  noteBox('Substitute instructions', notes.substituteInstructions, 'None provided. Check with the office or the teacher next door.')

type Times = (block: PlanBlock) => string

/** Returns where a lesson is: its class, unless the title says it, and the class's room. '' if neither is known. */
const placeOf = ({ title, classId }: PlanBlock, { classes }: SubPlan): string => {
  const found = classes.find(({ id }) => id === classId)
  if (!found) return ''
  return [classNamed(title, [found]) ? '' : found.name, found.room].filter(Boolean).join(', ')
}

type Place = (block: PlanBlock) => string

const glance = (blocks: PlanDay['blocks'], times: Times, placed: Place, hasAlerts: boolean) => html`
<h2>Day at a glance</h2>
<table class="rows"><tbody>${blocks.map(
  (block) => html`
<tr><td class="time">${times(block)}</td><td><strong>${block.title}</strong>${placed(block) !== '' && html`<br>${placed(block)}`}</td><td>${hasAlerts && block.hasAlert && html`<span class="marked">!</span> ${block.alertMessage}`}</td></tr>`,
)}
</tbody></table>`

const renderLesson = (block: PlanBlock, times: Times, placed: Place) => {
  const text = lacksInstructions(block)
    ? html`<p class="none">No instructions provided.</p>`
    : !isBlank(block.description) && html`<div class="text">${lessonMarkup(block.description)}</div>`
  return html`
<section class="lesson keep"><p class="time">${times(block)}</p><div><h3>${block.title}</h3>${placed(block) !== '' && html`<p class="plain">${placed(block)}</p>`}${text}</div></section>`
}

const dayPart = ({ entry, blocks }: PlanDay, plan: SubPlan) => {
  const { choices, timeFormat } = plan
  if (entry?.isBlocked)
    return html`
<section class="box urgent"><h2>Non-instructional Day</h2><p class="plain">${entry.blockedText}</p>${ownReason(entry)}<p class="none">No lessons on non-instructional days</p></section>${dayNote(entry)}`
  const times: Times = ({ startTime, endTime }) => `${formatTime(startTime, timeFormat)} – ${formatTime(endTime, timeFormat)}`
  const placed: Place = (block) => placeOf(block, plan)
  if (blocks.length === 0)
    return html`${dayNote(entry)}<section class="box"><h2>Lessons</h2><p class="none">No lessons scheduled</p></section>`
  return html`${dayNote(entry)}${glance(blocks, times, placed, choices.alerts)}
${choices.lessons === 'full' && html`<h2>Lessons</h2>${blocks.map((block) => renderLesson(block, times, placed))}`}`
}

/** The teacher's own reason, for a day that the school has blocked out too. */
const ownReason = ({ userBlocked, userBlockedText }: PlanEntry) =>
  userBlocked === true && typeof userBlockedText === 'string' && html`<p class="plain">Teacher’s note: ${userBlockedText}</p>`

const noteOf = (heading: string, text: string | null | undefined) =>
  typeof text === 'string' && html`<section class="box keep"><h2>${heading}</h2><p class="plain">${text}</p></section>`

const dayNote = (entry: PlanDay['entry']) =>
  entry && html`${noteOf('School note', entry.schoolNote)}${noteOf('Note for the day', entry.noteText)}`

const BOX = html`<td class="check"><span></span></td>`
const WRITTEN_LINES = [
  'Absent or tardy',
  'Incidents, and how you handled them',
  'Students who helped',
  'Anything else the teacher should know',
]

/** A form for the substitute to fill in, which the teacher can read in two minutes. */
const report = (day: PlanDay) => html`
<h2 class="day">How did it go?</h2>
<p class="plain">${dayInFull(day)}</p>
<table class="rows"><thead><tr><th>Lesson</th><th class="check">Finished</th><th class="check">Partly</th><th class="check">Not yet</th><th>Comments</th></tr></thead>
<tbody>${day.blocks.map(
  ({ title }) => html`
<tr><td>${title}</td>${BOX}${BOX}${BOX}<td></td></tr>`,
)}
</tbody></table>
${WRITTEN_LINES.map((heading) => html`<section class="keep"><h2>${heading}</h2><div class="line"></div><div class="line"></div></section>`)}
<section class="keep"><h2>Substitute’s name</h2><div class="line"></div></section>`

const sheet = (running: string, ...parts: (Markup | false)[]) => html`
<table class="sheet" role="presentation"><thead><tr><td><div class="running">${running}</div></td></tr></thead><tbody><tr><td>${parts}
</td></tr></tbody></table>`

const isTaught = ({ blocks }: PlanDay): boolean => blocks.length > 0

/** A single day directly follows the cover. With several days, each day starts a new page. */
const sheets = (plan: SubPlan): Markup[] => {
  const { days, teacher, choices } = plan
  const running = (date: string) => `${teacher} · ${formatDay(date, 'full')}`
  const instructions = choices.substituteInstructions && room(plan)
  const [first] = days
  const isOne = days.length === 1
  const before = `${teacher} · ${planDates(days)}`
  const content =
    isOne && first
      ? [sheet(before, cover(plan), dayPart(first, plan), instructions)]
      : [
          sheet(before, cover(plan), overview(days), instructions),
          ...days.map((day) => sheet(running(day.date), html`<h2 class="day">${dayInFull(day)}</h2>`, dayPart(day, plan))),
        ]
  return [...content, ...days.filter(isTaught).map((day) => sheet(running(day.date), report(day)))]
}

/**
 * Returns a complete HTML document without scripts or external resources. Its only stylesheet is the one allowed by the page's Content
 * Security Policy.
 */
export const subPlanDocument = (plan: SubPlan): string =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Substitute plan, ${plan.teacher}, ${planDates(plan.days)}</title><style>${STYLE}</style></head>
<body>${sheets(plan)}
</body>
</html>
`.text
