/** Tests keyboard focus among the lessons of a week, and what a screen reader and the browser's tab say about the week. */
import { beforeEach, expect, test } from 'vitest'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor } from '../page.tsx'
import { block, dayOf, lesson, lessonsOf, openWeek, storeDay, theDialog, theMenu, untilKept, untilShown } from './week.tsx'

inPage()

const [WEDNESDAY, THURSDAY, FRIDAY] = ['2026-11-18', '2026-11-19', '2026-11-20']
let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  const morning = block('Math', '08:00', '09:00')
  await storeDay(ann, { date: WEDNESDAY, blocks: [morning, block('Art', '10:00', '11:00'), block('Music', '13:00', '14:00')] })
  await storeDay(ann, { date: THURSDAY, isBlocked: true, blockedText: 'Conferences' })
  await storeDay(ann, { date: FRIDAY, blocks: [block('Reading', '08:00', '09:00'), block('Science', '13:15', '14:00')] })
  await storeDay(ann, { date: '2026-11-25', blocks: [block('History', '08:00', '09:00')] })
})

const heading = () => document.querySelector('h1')?.textContent
const focusedTitle = () => document.activeElement?.querySelector('.lesson-card-title')?.textContent
const tabStops = () => [...document.querySelectorAll<HTMLElement>('.lesson :is(button, a)')].filter(({ tabIndex }) => tabIndex === 0)

test('the lessons of a week are one tab stop, and arrows move among them without turning the week', async () => {
  const user = await openWeek(ann)
  const math = await lesson('Math')
  await waitFor(() => expect(tabStops()).toHaveLength(1))
  math.focus()
  await user.keyboard('{ArrowDown}')
  expect(focusedTitle()).toBe('Art')
  await user.keyboard('{End}')
  expect(focusedTitle()).toBe('Music')
  await user.keyboard('{ArrowDown}')
  expect(focusedTitle()).toBe('Music')
  // Thursday is off, so the next lesson is on Friday, nearest in time.
  await user.keyboard('{ArrowRight}')
  expect(focusedTitle()).toBe('Science')
  await user.keyboard('{ArrowRight}')
  expect(focusedTitle()).toBe('Science')
  expect(heading()).toBe('Week of November 16, 2026')
  expect(tabStops()).toEqual([document.activeElement])
  await user.keyboard('{Home}{ArrowLeft}')
  expect(focusedTitle()).toBe('Math')
})

test('the dashed hours of an empty day belong to the same tab stop, and Enter adds a lesson there', async () => {
  const user = await openWeek(ann)
  ;(await lesson('Art')).focus()
  await waitFor(() => expect(dayOf('2026-11-17').querySelector('.slot')).toBeTruthy())
  await user.keyboard('{ArrowLeft}')
  const slot = document.activeElement as HTMLElement
  expect(slot.dataset['slotStart']).toBe('10:00')
  expect(dayOf('2026-11-17').contains(slot)).toBe(true)
  expect([...document.querySelectorAll<HTMLElement>(':is(.slot, .lesson-card)')].filter(({ tabIndex }) => tabIndex === 0)).toEqual([slot])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(((await theDialog('Create Time Block')).getByLabelText('Start') as HTMLInputElement).value).toBe('11:00 AM')
})

test('in a week without lessons, the first dashed hour is the tab stop', async () => {
  await openWeek(ann, '2026-12-02')
  const slots = () => [...document.querySelectorAll<HTMLElement>('.slot')]
  // They load once the week is on screen.
  await waitFor(() => expect(slots().length).toBeGreaterThan(5))
  await waitFor(() => expect(slots().filter(({ tabIndex }) => tabIndex === 0)).toEqual(slots().slice(0, 1)))
})

test('Shift+Enter opens the menu of a lesson, and Delete deletes it and goes on to its neighbor, with Undo', async () => {
  const user = await openWeek(ann)
  ;(await lesson('Art')).focus()
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await (await theMenu()).findByText('Edit')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focusedTitle()).toBe('Art'))
  await user.keyboard('{Delete}')
  await untilKept(ann, ['Math', 'Music'])
  await waitFor(() => expect(focusedTitle()).toBe('Music'))
  await user.keyboard('{Delete}')
  await untilKept(ann, ['Math'])
  await waitFor(() => expect(focusedTitle()).toBe('Math'))
  await user.click((await screen.findAllByText('Undo', { selector: 'button' })).at(-1) as HTMLElement)
  await untilShown(['Math', 'Music'])
})

test('when the week changes, focus leaves the lesson, and the week is named aloud and in the title', async () => {
  const user = await openWeek(ann)
  expect(document.title).toBe('Week of Nov 16 · Firstbell')
  ;(await lesson('Math')).focus()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByLabelText('Search lessons, commands, or dates'), 'next week')
  await screen.findByText('Next Week', { selector: '[role=option], [role=option] *' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(lessonsOf('2026-11-25')[0]?.textContent).toContain('History'))
  await waitFor(() => expect(document.activeElement?.matches('.lesson-card')).toBe(false))
  await screen.findByText('Week of November 23, 2026: 1 lesson', { selector: '[role=status]' })
  expect(document.title).toBe('Week of Nov 23 · Firstbell')
  await user.keyboard('d')
  await waitFor(() => expect(document.title).toMatch(/^\w+day, Nov 2\d · Firstbell$/))
})

test('a key that turns the week while a lesson has focus moves the focus to the week', async () => {
  const user = await openWeek(ann)
  ;(await lesson('Math')).focus()
  await user.keyboard('t')
  expect(focusedTitle()).toBe('Math')
  history.pushState(null, '', `/dashboard?view=week&date=2026-11-25`)
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Week of November 23, 2026'))
  await user.keyboard('{ArrowDown}')
  expect(focusedTitle()).toBe('History')
  expect(dayOf('2026-11-25').contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
})
