/** Tests a day's menu, copying a day, and the planner's URL parameters. */
import { beforeEach, expect, test, vi } from 'vitest'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import {
  block,
  dayOf,
  fill,
  lesson,
  lessonsOf,
  openWeek,
  storeDay,
  storedDay,
  theDialog,
  theMenu,
  untilClosed,
  untilShown,
} from './week.tsx'

inPage()

const MONDAY = '2026-11-16'

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const heading = () => screen.getByText((_, element) => element?.tagName === 'H1').textContent
const untilHeaded = (words: string) => waitFor(() => expect(heading()).toBe(words))
const openMenu = async (date?: string) => {
  fireEvent.click(within(dayOf(date)).getByLabelText(/^More for \w+day,/))
  return await theMenu()
}
const choose = async (item: string, date?: string) => fireEvent.click(await (await openMenu(date)).findByText(item))

test('an alert opens its lesson, also from another week', async () => {
  await storeDay(ann, { blocks: [{ ...block('Math', '09:00', '10:00'), hasAlert: true, alertMessage: 'Blue tray' }] })
  const user = await openWeek(ann, '2026-12-02')
  await screen.findByText('Math, 9:00 AM')
  await user.click(screen.getByText('Open lesson'))
  const dialog = await theDialog('Edit Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Math')
})

test('days off are shown and left out of a copy, and days with lessons are named and can be kept', async () => {
  await storeDay(ann, { date: MONDAY, blocks: [block('Math')] })
  await storeDay(ann, { date: '2026-11-17', blocks: [block('Art', '10:00', '11:00')] })
  await storeDay(ann, { date: '2026-11-20', isBlocked: true, blockedText: 'Fall Break' })
  const user = await openWeek(ann)
  await lesson('Math', MONDAY)
  const openCopy = async () => {
    await choose('Copy day to…', MONDAY)
    const dialog = await theDialog()
    const day = (name: RegExp) => within(dialog.getByRole('group', { name: 'Days to copy to' })).getByLabelText(name) as HTMLButtonElement
    await waitFor(() => day(/November 20, 2026, non-instructional: Fall Break/))
    return { dialog, day }
  }
  let { dialog, day } = await openCopy()
  expect(day(/November 20/).disabled).toBe(true)
  expect(day(/November 20/).textContent).toBe('20off')
  expect(day(/November 16/).disabled).toBe(true)
  await waitFor(() => day(/November 17, 2026, 1 lesson$/))
  dialog.getByText('Choose a day')
  await user.click(dialog.getByText('Rest of this week'))
  expect(day(/November 20/).getAttribute('aria-pressed')).toBe('false')
  expect((await dialog.findByRole('alert')).textContent).toContain('Tuesday, November 17, 2026: 1 lesson')
  await user.click(dialog.getByText('Add 1 to 3 days'))
  await untilShown(['Math', 'Art'], '2026-11-17')
  await untilShown(['Math'], '2026-11-19')
  expect(dayOf('2026-11-20').textContent).not.toContain('lesson hidden')
  ;({ dialog, day } = await openCopy())
  await user.click(day(/November 17/))
  await user.click(dialog.getByLabelText(/Also copy to days off/))
  await user.click(day(/November 20/))
  await user.click(day(/November 27/))
  await user.click(dialog.getByText('Replace lessons'))
  await untilShown(['Math'], '2026-11-17')
  await within(dayOf('2026-11-20')).findByText(/1 lesson hidden, not deleted/)
  await waitFor(async () => expect((await storedDay(ann, '2026-11-27'))?.blocks).toHaveLength(1))
})

test("a note and a day off are added, edited and removed from a day's menu", async () => {
  const user = await openWeek(ann)
  await choose('Add note…')
  let dialog = await theDialog()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Note')))
  await user.keyboard('Picture day{Control>}{Enter}{/Control}')
  await within(dayOf()).findByText('Picture day')
  ;(await openMenu()).getByText('Edit note…')
  fireEvent.click(screen.getByText('Remove note'))
  await waitFor(() => expect(dayOf().textContent).not.toContain('Picture day'))
  await choose('Block out…')
  dialog = await theDialog()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Reason')))
  await user.keyboard('Fall Break{Enter}')
  await within(dayOf()).findByText('Non-instructional Day')
  const menu = await openMenu()
  expect(menu.queryByText('Templates…')).toBeNull()
  fireEvent.click(menu.getByText('Unblock day'))
  await waitFor(() => expect(dayOf().textContent).not.toContain('Non-instructional Day'))
})

test("a day's menu opens by right click and keyboard, and leads to its history, plan and templates", async () => {
  await storeDay(ann, { date: MONDAY, blocks: [block('Math')] })
  const user = await openWeek(ann)
  await lesson('Math', MONDAY)
  fireEvent.contextMenu(dayOf(MONDAY).querySelector('h2') as Element)
  await user.click(await screen.findByText('History', { selector: '[role=menuitem], [role=menuitem] *' }))
  await theDialog('History')
  await screen.findByText(/^Monday, November 16, 2026\./)
  await user.keyboard('{Escape}')
  await untilClosed()

  const button = within(dayOf(MONDAY)).getByLabelText(/^More for Monday/)
  const hasFocus = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))
  button.focus()
  await user.keyboard('{Enter}')
  await hasFocus('Add lesson')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Enter}')
  await hasFocus('Add lesson')
  await user.keyboard('t')
  await hasFocus('Templates…')
  await user.keyboard('{Enter}')
  await hasFocus('Save this day as a template…')
  await user.keyboard('{Enter}')
  await theDialog('Create Daily Template')
  await user.keyboard('{Escape}')
  await untilClosed()
  await choose('Generate Sub Plans…', MONDAY)
  await theDialog('Generate Sub Plans')
})

test('clicking the blank part of a day opens that day', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  await lesson('Math')
  await user.click(dayOf('2026-11-19').querySelector('.day-lessons') as Element)
  await untilHeaded('Thursday, November 19, 2026')
  await screen.findByText('No lessons planned for this day')
})

test('Today shows the current week, and Day then opens today', async () => {
  const user = await openWeek(ann, '2027-02-03')
  await user.click(screen.getByText('Today', { selector: 'button' }))
  await untilHeaded('Week of November 16, 2026')
  await waitFor(() => expect(dayOf().querySelector('a')?.getAttribute('aria-current')).toBe('date'))
  await user.click(screen.getByLabelText('Day'))
  await untilHeaded('Wednesday, November 18, 2026')
})

test('on a Sunday the planner opens on the coming week, and weekends in the month can have notes', async () => {
  vi.setSystemTime('2026-11-22T23:00:00Z')
  const user = await openPage('/dashboard', ann)
  await untilHeaded('Week of November 23, 2026')
  await user.click(await screen.findByLabelText(/^Saturday, November 28, 2026/))
  await waitFor(() => expect(document.querySelector('[data-day="2026-11-28"]')?.getAttribute('aria-selected')).toBe('true'))
  await user.click(await screen.findByLabelText(/^Block out or add a note: Saturday, November 28/))
  await user.click(await screen.findByText('Add Note'))
  const dialog = await theDialog('Add Note to Date')
  fill(dialog.getByLabelText('Note'), 'Concert')
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  await screen.findByText('Note added successfully')
  await waitFor(async () => expect(await storedDay(ann, '2026-11-28')).toMatchObject({ noteText: 'Concert' }))
})

test('the Move dialog says why a lesson cannot be moved there', async () => {
  await storeDay(ann, { blocks: [block('Math', '08:00', '08:45'), block('Art', '09:00', '10:00')] })
  await storeDay(ann, { date: '2026-11-20', isBlocked: true, blockedText: 'Snow day' })
  const full = Array.from({ length: 60 }, (_, at) => ({ ...block(`Lesson ${at}`), id: `block_${at}` }))
  await storeDay(ann, { date: '2026-11-19', blocks: full })
  const user = await openWeek(ann)
  await lesson('Art')
  await user.click(screen.getByLabelText('More for Art'))
  await user.click(await screen.findByText('Move to…'))
  const dialog = await theDialog('Move lesson')
  const refused = async (date: string, start: string, words: RegExp) => {
    fill(dialog.getByLabelText('Date'), date)
    fill(dialog.getByLabelText('Start'), start)
    await user.click(dialog.getByRole('button', { name: /^Move/ }))
    expect((await dialog.findByRole('alert')).textContent).toMatch(words)
  }
  await refused('2026-11-21', '09:00', /isn’t a school day/)
  await refused('2026-11-18', '23:30', /would run past midnight/)
  await refused('2026-11-20', '09:00', /No lessons on non-instructional days/)
  await refused('2026-11-19', '09:00', /is full. A day can hold up to 60 lessons/)
  fill(dialog.getByLabelText('Date'), '2026-11-18')
  fill(dialog.getByLabelText('Start'), '07:00')
  await user.click(dialog.getByRole('button', { name: 'Move to 7:00 AM' }))
  await untilShown(['Art', 'Math'])
  expect(lessonsOf('2026-11-19')).toHaveLength(60)
})

test('a teacher copies a lesson to the next school day or another likely day, and reads which lesson is there at that time', async () => {
  await storeDay(ann, { blocks: [block('Math', '08:00', '08:45')] })
  await storeDay(ann, { date: '2026-11-19', blocks: [block('Art', '08:30', '09:00'), block('Music', '09:00', '09:30')] })
  await storeDay(ann, { date: '2026-11-20', isBlocked: true, blockedText: 'Snow day' })
  const user = await openWeek(ann)
  await lesson('Math')
  await user.click(screen.getByLabelText('More for Math'))
  await user.click(await screen.findByText('Copy to…'))
  const dialog = await theDialog('Copy lesson')
  const days = within(dialog.getByLabelText('Day', { selector: '[role=group]' })).getAllByRole('button')
  expect(days.map((day) => day.textContent)).toEqual(['Thu, Nov 19', 'Mon, Nov 23, Free', 'Tue, Nov 24, Free', 'Wed, Nov 25, Free'])
  dialog.getByText('Thursday has Art at that time. It stays, next to this one.')
  dialog.getByRole('button', { name: 'Copy to Thu, Nov 19' })
  fill(dialog.getByLabelText('Date'), '2026-11-18')
  expect((dialog.getByRole('button', { name: 'Choose a day or time' }) as HTMLButtonElement).disabled).toBe(true)
  await user.click(dialog.getByText('Nov 23'))
  await user.click(dialog.getByRole('button', { name: 'Copy to Mon, Nov 23' }))
  await screen.findByText('Time block copied successfully')
  await untilShown(['Math'])
  await waitFor(async () => expect((await storedDay(ann, '2026-11-23')).blocks).toMatchObject([{ title: 'Math', startTime: '08:00' }]))
})

test('a lesson of Monday that was not taught is offered today, not a day that is over', async () => {
  await storeDay(ann, { date: '2026-11-16', blocks: [block('Math', '08:00', '08:45')] })
  const user = await openWeek(ann)
  await lesson('Math', '2026-11-16')
  await user.click(screen.getByLabelText('More for Math'))
  await user.click(await screen.findByText('Move to…'))
  const dialog = await theDialog('Move lesson')
  const days = within(dialog.getByLabelText('Day', { selector: '[role=group]' })).getAllByRole('button')
  expect(days.map((day) => day.textContent)).toEqual(['Today, Nov 18, Free', 'Thu, Nov 19, Free', 'Fri, Nov 20, Free', 'Mon, Nov 23, Free'])
  fill(dialog.getByLabelText('Date'), '')
  expect((dialog.getByRole('button', { name: 'Choose a day or time' }) as HTMLButtonElement).disabled).toBe(true)
})

test('a lesson of last week is offered no day that is over', async () => {
  await storeDay(ann, { date: '2026-11-09', blocks: [block('Math', '08:00', '08:45')] })
  const user = await openWeek(ann, '2026-11-09')
  await lesson('Math', '2026-11-09')
  await user.click(screen.getByLabelText('More for Math'))
  await screen.findByText('Move to today')
  await user.click(screen.getByText('Move to…'))
  const dialog = await theDialog('Move lesson')
  const days = within(dialog.getByLabelText('Day', { selector: '[role=group]' })).getAllByRole('button')
  expect(days.map((day) => day.textContent?.replace(', Free', ''))).toEqual(['Today, Nov 18', 'Thu, Nov 19', 'Fri, Nov 20', 'Mon, Nov 23'])
})

test('the menu of a lesson moves it past a day off and turns on its alert', async () => {
  await storeDay(ann, { blocks: [block('Math', '08:00', '08:45')] })
  await storeDay(ann, { date: '2026-11-19', isBlocked: true, blockedText: 'Snow day' })
  const user = await openWeek(ann)
  await lesson('Math')
  await user.click(screen.getByLabelText('More for Math'))
  await user.click(await screen.findByText(/^Move to /))
  await untilShown(['Math'], '2026-11-20')
  await user.click(screen.getByLabelText('More for Math'))
  await user.click(await screen.findByText('Turn on alert'))
  await waitFor(async () => expect((await storedDay(ann, '2026-11-20')).blocks).toMatchObject([{ title: 'Math', hasAlert: true }]))
})
