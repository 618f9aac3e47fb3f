/** Compares printed pages with approved screenshots (test/golden). */
import { JSDOM } from 'jsdom'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { sampleWeek } from '#shared/sample-week.ts'
import { pdfOf, picturesOf, problemsOf, textsOf } from '#test/golden-pages.ts'
import { plannedWeek, savedWeek } from '#web/features/calendar/model/planned-week.ts'
import type { PrintChoices } from './print-choices.ts'
import { fittedPdf } from './print-pdf-layout.ts'

// The HTML sanitizer needs a window on import.
vi.stubGlobal('window', new JSDOM('').window)
const { PrintSheet, titleOf } = await import('./print-sheet.tsx')
vi.unstubAllGlobals()
afterAll(() => vi.resetModules())

const MONDAY = '2026-11-16'
const CHOICES: PrintChoices = { paper: 'A4', orientation: 'landscape', text: 'first', hasNotes: true, hasRoom: false }

const block = (title: string, startTime: string, endTime: string, description = ''): TimeBlock => ({
  id: title,
  title,
  description,
  startTime,
  endTime,
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const day = (date: string, blocks: TimeBlock[], marks: Partial<CalendarDay> = {}): CalendarDay => ({
  id: date,
  userId: 'maya',
  date,
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
  version: 1,
  operationId: '',
  ...marks,
  blocks,
})

const pdfOfWeek = (entries: CalendarDay[], change: Partial<PrintChoices> = {}, date?: string): Promise<Uint8Array> => {
  const { days } = plannedWeek(savedWeek(MONDAY, entries), [])
  const choices = { ...CHOICES, ...change }
  const part = {
    view: date ? ('day' as const) : ('week' as const),
    days: days.filter((each) => date === undefined || each.date === date),
    teacher: 'Maya Rivera',
    timeFormat: '12' as const,
    cycleDayOf: () => '',
  }
  const markup = renderToStaticMarkup(<PrintSheet {...part} choices={choices} />)
  return fittedPdf(pdfOf, new JSDOM(markup).window.document, titleOf(part), choices)
}

const ordinary = sampleWeek(MONDAY).map(({ date, lessons }, place) =>
  day(
    date,
    lessons.map((lesson, at) => ({
      ...block(lesson.title, lesson.startTime, lesson.endTime, lesson.description),
      id: `${at}`,
      hasAlert: place === 1 && at === 1,
      alertMessage: 'Send Ana to the speech room at 8:45',
    })),
    place === 4
      ? { isBlocked: true, blockedText: 'Parent–teacher conferences' }
      : place === 3
        ? { hasNote: true, noteText: 'Picture day: class photo at 1:10 in the gym.' }
        : {},
  ),
)
const twelve = day(
  MONDAY,
  Array.from({ length: 12 }, (_, at) => block(`Group ${at + 1}`, '10:00', '11:00', '<p>Read, and write down three questions.</p>')),
)

test.each([
  ['print-ordinary-week', ordinary, {}, 1],
  ['print-ordinary-week-full', ordinary, { paper: 'LETTER', orientation: 'portrait', text: 'full' }, 3],
  ['print-empty-week', [], { hasRoom: true }, 1],
  ['print-twelve-at-once', [twelve], {}, 2],
] as const)('each page of the PDF %s looks as approved', async (name, entries, choices, count) => {
  const pages = await picturesOf(await pdfOfWeek([...entries], choices))
  expect(problemsOf(name, pages)).toEqual([])
  expect(pages).toHaveLength(count)
})

const LONG = Array.from({ length: 600 }, (_, at) => `<p>Line ${at + 1}. ${'The quick brown fox jumps over the lazy dog. '.repeat(3)}</p>`)
const withNovel = [
  day(MONDAY, [block('Before', '08:00', '09:00'), block('Novel', '09:00', '10:00', LONG.join('')), block('After', '10:00', '11:00')]),
]

test('a 100 KB lesson prints completely, and each page has the teacher’s name and page number', async () => {
  for (const texts of [
    await textsOf(await pdfOfWeek(withNovel, { text: 'full', orientation: 'portrait' }, MONDAY)),
    await textsOf(await pdfOfWeek(withNovel, { text: 'full' })),
  ]) {
    const numbers = [...texts.join(' ').matchAll(/Line (\d+)\. The quick brown fox jumps over the lazy dog\. The quick/g)]
    expect(numbers.map(([, number]) => Number(number)).slice(-600)).toEqual(LONG.map((_, at) => at + 1))
    expect(texts.length).toBeLessThan(45)
    // The first page has the lesson's title and the beginning of its text.
    expect(texts[0]).toMatch(/Novel Line 1\./)
    for (const [at, text] of texts.entries()) {
      expect(text).toContain('Maya Rivera')
      expect(text).toContain(`page ${at + 1} of ${texts.length}`)
    }
  }
})

test('titles only prints no lesson text, and notes can be left out', async () => {
  const [text] = await textsOf(await pdfOfWeek(ordinary, { text: 'titles', hasNotes: false }))
  expect(text).toContain('Morning Meeting')
  expect(text).toContain('Non-instructional Day Parent–teacher conferences')
  expect(text).not.toContain('Picture day')
  expect(text).toContain('! Send Ana')
})

test('days and headings name the day of the cycle', () => {
  const { days } = plannedWeek(savedWeek(MONDAY, ordinary), [])
  const part = { days, teacher: 'Maya Rivera', timeFormat: '12' as const, cycleDayOf: (date: string) => (date === MONDAY ? 'Day 3' : '') }
  expect(titleOf({ ...part, view: 'day' })).toMatch(/ · Day 3$/)
  const markup = renderToStaticMarkup(<PrintSheet {...part} view="week" choices={CHOICES} />)
  expect(markup.match(/Monday \d+ · Day 3/g)).toHaveLength(1)
  expect(markup.match(/Day 3/g)).toHaveLength(1)
})

test('a short day says so, with its times and without the lessons that are left out', () => {
  const usual = { startTime: '08:00', endTime: '09:00', shortDay: '2-hour delay' }
  const blocks = (ordinary[0]?.blocks ?? []).map((block, place) =>
    place === 0 ? { ...block, startTime: '10:00', endTime: '10:15', usual } : { ...block, usual: { ...usual, isLeftOut: true } },
  )
  const { days } = plannedWeek(savedWeek(MONDAY, [day(MONDAY, blocks)]), [])
  const part = { days, teacher: 'Maya Rivera', timeFormat: '12' as const, cycleDayOf: () => '' }
  expect(titleOf({ ...part, view: 'day' })).toMatch(/ · Short day: 2-hour delay$/)
  const markup = renderToStaticMarkup(<PrintSheet {...part} view="week" choices={CHOICES} />)
  expect(markup.match(/Monday \d+ · Short day: 2-hour delay/g)).toHaveLength(1)
  expect(markup).toContain('10:00 – 10:15')
  for (const { title } of blocks.slice(1)) expect(markup).not.toContain(title)
})
