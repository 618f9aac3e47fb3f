/** The days of a plan and the facts about the room, on a substitute's page. They can be read without the page's script. */
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { icon } from '#server/features/sub-links/icons/documents.ts'
import { likedHue, subjectOf } from '#shared/accounts/rules.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { formatDay, formatTimes } from '#shared/dates.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { html, lessonMarkup } from '#shared/markup.ts'
import { shortDayInWords, shortDayOf } from '#shared/moves/usual-times/rules.ts'
import { isBlank } from '#shared/plain-text.ts'
import type { SubPlan } from '#shared/sub-plans/document/rules.ts'
import { lacksInstructions } from '#shared/sub-plans/rules.ts'

type PlanDay = SubPlan['days'][number]

/** A plan, and whether its page has the links in its lessons' texts. */
export type PagePlan = { plan: SubPlan; hasFiles: boolean }

/** Sanitized HTML has no other `>` in a tag. */
const LINK = /<\/?a(?:\s[^>]*)?>/g
const withoutLinks = (text: LessonHtml): LessonHtml => text.replace(LINK, '') as LessonHtml

const textOf = (text: LessonHtml, hasFiles: boolean) => html`<div class="text">${lessonMarkup(hasFiles ? text : withoutLinks(text))}</div>`

/** Returns the class that sets the lesson's color: its class's, or one that depends on its subject. */
const hueOf = ({ title, classId }: StoredBlock, { classes }: SubPlan): string => {
  const color = classes.find(({ id }) => id === classId)?.color
  return `h${color ?? likedHue(subjectOf(title))}`
}

/** Returns the lesson's class, unless the title says it, and the class's room. */
const placeOf = ({ title, classId }: StoredBlock, { classes }: SubPlan): string => {
  const found = classes.find(({ id }) => id === classId)
  if (!found) return ''
  return [classNamed(title, [found]) ? '' : found.name, found.room].filter(Boolean).join(', ')
}

const lessonPart = (block: StoredBlock, { plan, hasFiles }: PagePlan) => {
  const { timeFormat, choices } = plan
  const { id, title, startTime, endTime, description, hasAlert, alertMessage } = block
  const isMissing = choices.lessons === 'full' && lacksInstructions(block)
  // Lunch and the like, without text: nothing to report on.
  const isReported = !isBlank(description) || lacksInstructions(block)
  const place = placeOf(block, plan)
  return html`
<article class="lesson ${hueOf(block, plan)}" data-id="${id}" data-start="${startTime}" data-end="${endTime}"${isReported && html` data-reported`}>
<p class="when">${formatTimes({ startTime, endTime }, timeFormat)}</p><h4>${title}</h4>${place !== '' && html`<p class="place">${place}</p>`}
${choices.alerts && hasAlert && html`<p class="alert">${icon('bell')}<span>${alertMessage || 'Alert'}</span></p>`}
${isMissing ? html`<p class="none">No instructions recorded. Ask the office.</p>` : !isBlank(description) && textOf(description, hasFiles)}
</article>`
}

const note = (heading: string, text: string) => html`<section class="card note"><h4>${heading}</h4><p class="plain">${text}</p></section>`

const notesOf = (entry: PlanDay['entry']) =>
  entry && html`${entry.schoolNote && note('School note', entry.schoolNote)}${entry.noteText && note('Note for the day', entry.noteText)}`

const lessonsOf = ({ entry, blocks }: PlanDay, page: PagePlan) => {
  if (entry?.isBlocked)
    return html`<section class="card"><h4>No lessons today</h4><p class="plain">${entry.blockedText || 'The school is closed, or has other plans.'}</p>${entry.userBlocked && entry.userBlockedText && html`<p class="plain">${entry.userBlockedText}</p>`}</section>`
  if (blocks.length === 0)
    return html`<section class="card"><h4>No lessons scheduled</h4><p class="none">Ask the office about the day.</p></section>`
  return blocks.map((block) => lessonPart(block, page))
}

const dayPart = (day: PlanDay, page: PagePlan) => {
  const { date, cycleDay, entry, blocks } = day
  // The top of the page has the date of a plan's only day.
  const words = page.plan.days.length > 1 && formatDay(date, 'weekdayAndDay')
  const heading = [words, cycleDay, shortDayInWords(shortDayOf(blocks))].filter(Boolean).join(' · ')
  return html`
<section class="day" data-date="${date}">${heading !== '' && html`<h3>${heading}</h3>`}${notesOf(entry)}${lessonsOf(day, page)}
</section>`
}

/** Returns the section with every day of the plan. */
export const daysPart = (page: PagePlan) => {
  const { days } = page.plan
  return html`
<section id="day" data-in="now day" aria-labelledby="h-day"><h2 id="h-day" tabindex="-1" data-in="day">${days.length === 1 ? 'Whole day' : 'All days'}</h2>${days.map((day) => dayPart(day, page))}
</section>`
}

const noteCard = (heading: string, text: LessonHtml) => html`
<section class="card"><h3>${heading}</h3>${isBlank(text) ? html`<p class="none">None recorded. Ask the office.</p>` : html`<div class="text">${lessonMarkup(text)}</div>`}</section>`

const messageOf = ({ choices }: SubPlan) => choices.message.trim()

/** Returns the link to {@link roomPart}, for the page's first view. */
export const roomLink = ({ choices }: SubPlan) => {
  const parts = [choices.substituteInstructions && 'instructions', choices.studentNotes && 'student notes', 'next door', 'print']
  const words = parts.filter((part) => part !== false).join(', ')
  return html`
<a class="card go" href="#room" data-in="now">${icon('door')}<span><b>About this room</b><small>${words.charAt(0).toUpperCase()}${words.slice(1)}</small></span>${icon('right')}</a>`
}

const messageCard = (plan: SubPlan) =>
  messageOf(plan) !== '' && html`<h3>Message from ${plan.teacher}</h3><p class="plain">${messageOf(plan)}</p>`

/** Returns the teacher's message for this absence, for the time before the first lesson. */
export const messagePart = (plan: SubPlan) =>
  messageOf(plan) !== '' &&
  html`
<section class="card" data-in="now" data-message>${messageCard(plan)}</section>`

/** Returns the section about the room. */
export const roomPart = (plan: SubPlan) => {
  const { choices, notes, classroom } = plan
  return html`
<section id="room" data-in="room" aria-labelledby="h-room">
<div class="bar"><a class="ib" href="#now" aria-label="Back to the plan">${icon('back')}</a><h2 id="h-room" tabindex="-1">About this room</h2></div>
${messageOf(plan) !== '' && html`<section class="card message">${messageCard(plan)}</section>`}
<section class="card"><h3>Next door</h3>${classroom.nextDoor === '' ? html`<p class="none">None recorded. Ask the office.</p>` : html`<p class="plain">${classroom.nextDoor}</p>`}</section>
${choices.studentNotes && noteCard('Student notes', notes.studentNotes)}
${choices.substituteInstructions && noteCard('Instructions', notes.substituteInstructions)}
<button class="btn" type="button" data-print hidden>${icon('print')}Print the plan</button>
</section>`
}
