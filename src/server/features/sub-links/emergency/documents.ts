/** The emergency card of a substitute's page: calls first, then what the teacher wrote, under the headings of the note's guide. */
import { icon } from '#server/features/sub-links/icons/documents.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { html, lessonMarkup, type Markup } from '#shared/markup.ts'
import { isBlank, plainText } from '#shared/plain-text.ts'
import type { SubPlan } from '#shared/sub-plans/document/rules.ts'
import { currentHeading, NOTE_GUIDE } from '#shared/sub-plans/rules.ts'

/** A section of the note. The text before the first heading has no heading. */
type Section = { heading: string; text: LessonHtml }

const HEADING = /^<h[1-4][^>]*>.*?<\/h[1-4]>/s
const VOID = /^<(?:br|hr|col)\b/

/** True if no element starts in this part of the note and ends in another. */
const isWhole = (part: string): boolean => {
  const tags = (part.match(/<\/?[a-z][^>]*>/g) ?? []).filter((tag) => !VOID.test(tag))
  return tags.length === 2 * tags.filter((tag) => tag.startsWith('</')).length
}

/** Splits a note at its headings. A note with a heading inside another element is one section, because its parts wouldn't be valid HTML. */
const sectionsOf = (note: LessonHtml): Section[] => {
  const parts = note.split(/(?=<h[1-4][\s>])/)
  if (!parts.every(isWhole)) return [{ heading: '', text: note }]
  return parts.map((part) => {
    const [heading = ''] = HEADING.exec(part) ?? []
    return { heading: currentHeading(plainText(heading)), text: part.slice(heading.length) as LessonHtml }
  })
}

const [CALLS = '', ...GUIDE] = NOTE_GUIDE.emergencyProcedures

const NONE = html`<p class="none">None recorded. Ask the office.</p>`

const rowOf = (heading: string, text: LessonHtml | undefined) => html`
<section><h3>${heading}</h3>${text === undefined || isBlank(text) ? NONE : html`<div class="text">${lessonMarkup(text)}</div>`}</section>`

/**
 * Returns a row for each heading of the guide, also for those without text, and for each heading of the teacher's own. A note without any
 * of the guide's headings is shown as it is, because it may cover them all in its own words.
 */
const rowsOf = (note: LessonHtml): Markup[] => {
  const sections = sectionsOf(note).filter(({ text }) => !isBlank(text))
  const isGuided = sections.length === 0 || sections.some(({ heading }) => heading === CALLS || GUIDE.includes(heading))
  const own = sections.filter(({ heading }) => !GUIDE.includes(heading) && heading !== CALLS)
  const calls = sections.filter(({ heading }) => heading === CALLS)
  const guided = isGuided ? GUIDE : []
  return [
    ...calls.map(({ text }) => rowOf('Who to call', text)),
    ...own.filter(({ heading }) => heading === '').map(({ text }) => rowOf('First', text)),
    ...guided.map((heading) => rowOf(heading, textUnder(heading, sections))),
    ...own.filter(({ heading }) => heading !== '').map(({ heading, text }) => rowOf(heading, text)),
  ]
}

const textUnder = (heading: string, sections: Section[]): LessonHtml | undefined => {
  const texts = sections.filter((section) => section.heading === heading).map(({ text }) => text)
  return texts.length === 0 ? undefined : (texts.join('') as LessonHtml)
}

/** Returns the number as a `tel:` address, in which an extension follows a pause. */
const telOf = (phone: string): string => `tel:${phone.replace(/\s*(?:ext\.?|x)\s*/i, ',').replace(/[^\d+,;*#]/g, '')}`

const callOf = (name: string, phone: string) =>
  phone.trim() === ''
    ? html`<p class="call none">${name}: no number recorded</p>`
    : html`<a class="call" href="${telOf(phone)}">${icon('phone')}<span>${name}<small>${phone}</small></span></a>`

/** Returns the section. It's in every page, also if the teacher wrote nothing. */
export const emergencyPart = ({ classroom, notes }: SubPlan) => html`
<section id="emergency" data-in="emergency" aria-labelledby="h-emergency">
<div class="bar">${icon('siren')}<h2 id="h-emergency" tabindex="-1">Emergency</h2><a class="ib" href="#now" aria-label="Close">${icon('close')}</a></div>
<div class="calls">${callOf('Office', classroom.officePhone)}${callOf('Nurse', classroom.nursePhone)}</div>
<p class="door">${icon('door')}<span>Next door: ${classroom.nextDoor === '' ? html`<span class="none">none recorded</span>` : html`<b>${classroom.nextDoor}</b>`}</span></p>
<div class="rows">${rowsOf(notes.emergencyProcedures)}
</div></section>`
