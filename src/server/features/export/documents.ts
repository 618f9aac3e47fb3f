/**
 * A user's planner as a self-contained HTML page, to read and print without Firstbell. The page is generated in parts, because a full
 * school year is too large to hold in memory. It has its own Content Security Policy, because users open it from disk. The policy prevents
 * it from running scripts or loading any resources.
 */

import { cleanBlocks } from '#server/features/calendar/actions.ts'
import type { RecordContent } from '#server/features/calendar/records/tables.ts'
import type { ShownDay, StoredBlock } from '#server/features/calendar/tables.ts'
import type { TemplateContent } from '#server/features/templates/tables.ts'
import { cleanAgain } from '#server/lib/html/lesson-html.ts'
import { DOCUMENT_POLICY } from '#server/lib/http/headers.ts'
import type { Classroom, Preferences, User } from '#shared/accounts/contract.ts'
import { GUEST_NAME } from '#shared/accounts/rules.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { formatDay, formatTime, monthOf } from '#shared/dates.ts'
import { html, lessonMarkup, Markup } from '#shared/markup.ts'
import { isBlank } from '#shared/plain-text.ts'
import { PRINT_STYLE } from '#shared/print-style.ts'
import { daysOfWeekly } from '#shared/templates/rules.ts'

type Named<Content> = { name: string; content: Content }
export type Planner = {
  user: User
  /** Date of the export, `yyyy-MM-dd`. */
  today: string
  /** Dates of all days, in order. */
  dates: readonly string[]
  days: AsyncIterable<ShownDay>
  unplaced: AsyncIterable<RecordContent['unplaced']>
  templates: {
    timeBlock: AsyncIterable<Named<TemplateContent['time_block']>>
    daily: AsyncIterable<Named<TemplateContent['daily']>>
    weekly: AsyncIterable<Named<TemplateContent['weekly']>>
  }
}
type TimeFormat = Preferences['timeFormat']
type ShownBlock = Omit<StoredBlock, 'id' | 'order'>

export const sheetBegin = (running: string) =>
  new Markup(
    `<table class="sheet" role="presentation"><thead><tr><td><div class="running">${html`${running}`.text}</div></td></tr></thead><tbody><tr><td>`,
  )
export const SHEET_END = new Markup('</td></tr></tbody></table>\n')

export const renderBlock = ({ title, description, startTime, endTime, hasAlert, alertMessage }: ShownBlock, timeFormat: TimeFormat) => html`
<section class="lesson keep"><p class="time">${formatTime(startTime, timeFormat)} – ${formatTime(endTime, timeFormat)}</p><div><h3>${title}</h3>
${hasAlert && html`<p class="plain"><span class="marked">!</span> ${alertMessage}</p>`}${!isBlank(description) && html`<div class="text">${lessonMarkup(description)}</div>`}</div></section>`

export const markBox = (heading: string, text: string | null | undefined, className = 'box') =>
  typeof text === 'string' && html`<section class="${className}"><h3>${heading}</h3><p class="plain">${text}</p></section>`

/** Returns the boxes for a blocked day. If both the school and the teacher blocked it, the school's box is first. */
const blockOuts = ({ isBlocked, blockedText, userBlocked, userBlockedText }: ShownDay) =>
  isBlocked &&
  html`${markBox('Non-instructional Day', blockedText, 'box urgent')}${userBlocked && markBox('You also blocked this day', userBlockedText)}`

const dayPart = (day: ShownDay, timeFormat: TimeFormat) => html`
<h2>${formatDay(day.date, 'full')}</h2>
${blockOuts(day)}
${markBox('School note', day.schoolNote)}${markBox('Note for the day', day.noteText)}
${inDayOrder(day.blocks).map((each) => renderBlock(each, timeFormat))}`

const noteBox = async (heading: string, text: string) => html`
<section class="box"><h2>${heading}</h2>${isBlank(text) ? html`<p class="none">Nothing added</p>` : html`<div class="text">${lessonMarkup(await cleanAgain(text))}</div>`}</section>`

const CLASSROOM_LINES: Record<keyof Classroom, string> = {
  schoolName: 'School',
  officeEmail: 'Office email',
  officePhone: 'Office phone',
  nursePhone: 'Nurse',
  nextDoor: 'Next door',
  room: 'Room',
  grade: 'Grade',
  students: 'Students',
}

/** Returns the lines about the office and the room that the teacher typed for sub plans. */
const classroomTable = (classroom: Classroom) => {
  const typed = (Object.keys(CLASSROOM_LINES) as (keyof Classroom)[]).filter((line) => classroom[line] !== '')
  return (
    typed.length > 0 &&
    html`<h2>Office and room</h2>
<table class="rows"><tbody>${typed.map((line) => html`<tr><td>${CLASSROOM_LINES[line]}</td><td>${classroom[line]}</td></tr>`)}</tbody></table>`
  )
}

const contents = (dates: readonly string[]) => {
  const months = new Map<string, number>()
  for (const date of dates) months.set(monthOf(date), (months.get(monthOf(date)) ?? 0) + 1)
  return html`<h2>Lessons</h2>${dates.length === 0 && html`<p class="none">No lessons planned</p>`}
<table class="rows"><tbody>${[...months].map(
    ([month, days]) => html`
<tr><td><a href="#${month}">${formatDay(month, 'month')}</a></td><td>${days} ${days === 1 ? 'day' : 'days'}</td></tr>`,
  )}
</tbody></table>`
}

const cover = async ({ user, today, dates }: Planner) => html`
<header class="title">
<div><h1>My planner</h1><p>Exported on ${formatDay(today, 'long')}</p></div>
<dl>${user.displayName && html`<dt>Name</dt><dd>${user.displayName}</dd>`}${user.email && html`<dt>Email</dt><dd>${user.email}</dd>`}</dl>
</header>
${await noteBox('Substitute instructions', user.substituteInstructions)}
${await noteBox('Emergency procedures', user.emergencyProcedures)}
${await noteBox('Student notes', user.studentNotes)}
${classroomTable(user.classroom)}
${contents(dates)}`

async function* templateParts({ templates: { timeBlock, daily, weekly }, user }: Planner): AsyncGenerator<Markup> {
  const { timeFormat } = user.preferences
  const blocksOf = async (blocks: readonly StoredBlock[]) =>
    (await cleanBlocks(inDayOrder(blocks), cleanAgain)).map((each) => renderBlock(each, timeFormat))
  for await (const { name, content } of timeBlock) {
    const description = await cleanAgain(content.description)
    yield html`<h2>${name}</h2>${renderBlock({ ...content, description }, timeFormat)}`
  }
  for await (const { name, content } of daily) yield html`<h2>${name}</h2>${await blocksOf(content.blocks)}`
  // Any Monday works, because the page shows only the weekday names.
  for await (const { name, content } of weekly)
    for (const { date, blocks } of daysOfWeekly(content, '2026-11-16'))
      yield html`<h2>${name}: ${formatDay(date, 'weekday')}</h2>${await blocksOf(blocks)}`
}

async function* unplacedParts({ unplaced, user }: Planner): AsyncGenerator<Markup> {
  for await (const { block, date, reason } of unplaced) {
    const description = await cleanAgain(block.description)
    yield html`<h2>${formatDay(date, 'full')}</h2><p class="plain">${reason}</p>${renderBlock({ ...block, description }, user.preferences.timeFormat)}`
  }
}

/** Yields parts with a heading and page layout, or nothing if there are no parts. */
async function* chapter(owner: string, name: string, parts: AsyncIterable<Markup>): AsyncGenerator<string> {
  let hasParts = false
  for await (const part of parts) {
    if (!hasParts) yield html`${sheetBegin(`${owner} · ${name}`)}<h2 class="day">${name}</h2>`.text
    hasParts = true
    yield part.text
  }
  if (hasParts) yield SHEET_END.text
}

/** Yields the parts of the planner page in order. */
export async function* plannerPage(planner: Planner): AsyncGenerator<string> {
  const { user, days } = planner
  const owner = user.displayName ?? user.email ?? GUEST_NAME
  // Browsers ignore `sandbox` and `frame-ancestors` in a meta tag.
  const policy = DOCUMENT_POLICY.replace(/^sandbox; | frame-ancestors 'none';/g, '')
  yield html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${owner}’s planner</title><style>${new Markup(PRINT_STYLE)}</style></head>
<body>
${sheetBegin(owner)}${await cover(planner)}${SHEET_END}`.text
  let shown = ''
  for await (const day of days) {
    const month = monthOf(day.date)
    if (month !== shown) {
      const name = formatDay(month, 'month')
      yield html`${shown !== '' && SHEET_END}${sheetBegin(`${owner} · ${name}`)}<h2 class="day" id="${month}">${name}</h2>`.text
      shown = month
    }
    yield dayPart({ ...day, blocks: await cleanBlocks(day.blocks, cleanAgain) }, user.preferences.timeFormat).text
  }
  if (shown !== '') yield SHEET_END.text
  yield* chapter(owner, 'Unplaced lessons', unplacedParts(planner))
  yield* chapter(owner, 'Templates', templateParts(planner))
  yield '</body>\n</html>\n'
}
