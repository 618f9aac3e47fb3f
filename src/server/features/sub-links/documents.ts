/** The substitute's page, made for a phone, and the page of a link that isn't open. */
import { createHash } from 'node:crypto'
import { emergencyPart } from '#server/features/sub-links/emergency/documents.ts'
import { ALL_ICONS, icon, symbols } from '#server/features/sub-links/icons/documents.ts'
import { daysPart, messagePart, roomLink, roomPart } from '#server/features/sub-links/page/documents.ts'
import type { SubPageFiles } from '#server/lib/http/sub-page-files.ts'
import { formatDay } from '#shared/dates.ts'
import { html, Markup } from '#shared/markup.ts'
import type { SubLinkParts } from '#shared/sub-links/contract.ts'
import type { SubPlan } from '#shared/sub-plans/document/rules.ts'

export type SubPage = {
  plan: SubPlan
  link: {
    id: string
    token: string
    /** Sends and corrects reports until two days after the link's end, and opens nothing. */
    reportToken: string
    endsAt: Date
    parts: SubLinkParts
    /** True if the plan changed after the link was made or last changed. */
    isChanged: boolean
  }
}

type PageFiles = Pick<SubPageFiles, 'style' | 'script'>

const head = (
  title: string,
  { style, script }: PageFiles,
) => html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
<title>${title}</title>${style !== '' && html`<style>${new Markup(style)}</style>`}${script !== undefined && html`<script type="module" src="${script}"></script>`}`

const datesInWords = (days: SubPlan['days']): string => {
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  return first === last ? formatDay(first, 'short') : `${formatDay(first, 'monthDay')} – ${formatDay(last, 'monthDay')}`
}

const STUDENTS = /^\d+$/
const topOf = ({ teacher, classroom, days }: SubPlan) => {
  const { grade, room, students } = classroom
  const facts = [
    datesInWords(days),
    /^\d/.test(room) ? `Room ${room}` : room,
    STUDENTS.test(students) ? `${students} students` : students,
    classroom.schoolName,
  ].filter(Boolean)
  return html`
<header data-in="now day"><div><h1 tabindex="-1">${teacher}${grade !== '' && `, ${STUDENTS.test(grade) ? `Grade ${grade}` : grade}`}</h1><p>${facts.join(' · ')}</p></div><b class="clock"></b></header>`
}

/** The bar at the thumb. Without the script, its links jump to the sections of the page. */
const navOf = ({ plan, link }: SubPage) => html`
<nav aria-label="Plan" data-in="now day room emergency"><a class="em" href="#emergency" data-in="now day room">${icon('siren')}Emergency</a><a class="tab" href="#day" data-in="now room">${icon('list')}${plan.days.length === 1 ? 'Whole day' : 'All days'}</a><a class="tab" href="#now" data-in="day" hidden>${icon('clock')}Now</a>${link.parts.report && html`<a class="tab" href="#report" data-in="now day room" data-report hidden>${icon('report')}Report</a>`}<a class="btn outline" href="#now" data-in="emergency" data-back hidden>${icon('back')}<span>Back to the plan</span></a></nav>`

const goneBody = html`
<main class="gone"><span class="mark">${icon('unlinked')}</span><h1 tabindex="-1">This plan is no longer open</h1><p>A substitute’s link ends when the day is over, or when the teacher turns it off.</p><p>Teaching today? Ask the school’s office for a new link.</p></main>
<footer class="by">Firstbell, a lesson planner for teachers</footer>`

/** Returns a hash of what the page shows, so that the phone knows whether it shows something newer than before. */
const hashOf = (parts: Markup[]): string => createHash('sha256').update(html`${parts}`.text).digest('base64url').slice(0, 16)

/** Returns the page of an open link. */
export const subPageDocument = (page: SubPage, files: PageFiles): string => {
  const { plan, link } = page
  const top = topOf(plan)
  const content = html`${messagePart(plan)}${daysPart({ plan, hasFiles: link.parts.files })}${roomLink(plan)}${roomPart(plan)}${emergencyPart(plan)}`
  return html`<!doctype html>
<html lang="en" data-zone="${plan.timezone}" data-format="${plan.timeFormat}" data-ends="${link.endsAt.toISOString()}"${link.parts.report && html` data-report="${link.reportToken}"`} data-teacher="${plan.teacher}" data-plan="${hashOf([top, content])}">
<head>${head(`Substitute plan, ${plan.teacher}`, files)}</head>
<body>
${symbols(ALL_ICONS)}${top}
<main id="now"><div data-in="now day"><p class="kept" role="status"></p><p class="changed" role="status"${!link.isChanged && html` hidden`}>This plan changed after it was sent. You see the new one.</p></div>${content}
</main>${navOf(page)}
<template>${goneBody}</template>
</body>
</html>
`.text
}

/** Returns the page of every link that isn't open: one that ended, was turned off, or never existed. */
export const goneDocument = (files: PageFiles): string =>
  html`<!doctype html>
<html lang="en">
<head>${head('This plan is no longer open', files)}</head>
<body>
${symbols(['unlinked', 'report', 'send', 'check', 'partly', 'close'])}${goneBody}
</body>
</html>
`.text
