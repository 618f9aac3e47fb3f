/** Tests what a planner without a network still does, and how it says what it doesn't. */

import { act } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, pressInAccountMenu, screen, waitFor } from '../page.tsx'
import { fetchFromApp } from '../tab.ts'
import { answer, block, fill, lesson, openNew, openWeek, storeDay, storedDay, theDialog } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  vi.setSystemTime('2026-11-18T11:05:00Z')
  await storeDay(ann, { blocks: [block('Math'), { ...block('Science', '10:00', '11:00'), description: '' }] })
  const notes = {
    emergencyProcedures: '<p>East door</p>',
    substituteInstructions: '<p>Attendance by 8:15. Dismissal at 3.</p>',
    studentNotes: '<p>Lee: peanuts</p>',
  }
  await call('PATCH', '/api/user', { token: ann.token, body: { ...notes, timezone: 'America/New_York' } })
})

/** Cuts the network until the test ends or calls the returned function. */
const cutNetwork = (): (() => void) => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  window.dispatchEvent(new Event('offline'))
  const mend = () => {
    isOnline.mockRestore()
    vi.stubGlobal('fetch', fetchFromApp)
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(mend)
  return mend
}

/** Makes the page one that opened from this device, without asking the server. */
const openedFromDevice = async (): Promise<void> => {
  const [{ isFromDevice }, { queryClient, SESSION_KEY }] = await Promise.all([
    import('#web/lib/device/kept.ts'),
    import('#web/lib/net/query-client.ts'),
  ])
  isFromDevice.set(true)
  queryClient.setQueryData(SESSION_KEY, (user: object) => ({ ...user, studentNotes: '' }))
}

/** Stands in for the window that a plan is printed from. */
const printWindow = () => {
  const page = document.implementation.createHTMLDocument()
  const write = vi.fn<(html: string) => void>()
  const opened = {
    document: { open: () => undefined, close: () => undefined, write, title: '', body: page.body },
    close: vi.fn<() => void>(),
    focus: () => undefined,
    print: vi.fn<() => void>(),
  }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  const printed = () => waitFor(() => new DOMParser().parseFromString(write.mock.lastCall?.[0] ?? expect.fail(), 'text/html').body)
  return { printed, opened }
}

const openOut = async (user: Awaited<ReturnType<typeof openWeek>>) => {
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByText('I’m out today', { selector: '[role=option] *' }))
  return theDialog('I’m out today')
}

test('today’s sub plan holds the lesson that was just typed, and says that it lacks the student notes', async () => {
  const user = await openWeek(ann)
  const { printed } = printWindow()
  await openedFromDevice()
  cutNetwork()
  const dialog = await openNew()
  fill(dialog.getByLabelText('Title'), 'Typed at ten')
  await user.click(dialog.getByText('Save'))
  await lesson('Typed at ten')
  await user.click(screen.getByText('Generate Sub Plans'))
  const plans = await theDialog('Generate Sub Plans')
  await plans.findByText(/A link or a PDF needs the network/)
  await plans.findByText('Student notes need the network, so this plan won’t have them.')
  expect((plans.getByLabelText('Student notes') as HTMLInputElement).disabled).toBe(true)
  await plans.findByText(/Science has no instructions/)
  expect(plans.queryByText('Make a link')).toBeNull()
  expect(plans.queryByText('Save as PDF')).toBeNull()
  await user.click(plans.getByText('Generate and print'))
  const { textContent: text } = await printed()
  for (const part of ['Math', 'Typed at ten', 'East door', 'Attendance by 8:15']) expect(text).toContain(part)
  expect(text).toContain('Not on this copy, which was printed without a network. Ask the office about medical alerts')
  expect(text).not.toContain('peanuts')
})

test('a page that lost its network later prints the student notes that it has in memory', async () => {
  const user = await openWeek(ann)
  const { printed } = printWindow()
  cutNetwork()
  await user.click(screen.getByText('Generate Sub Plans'))
  const plans = await theDialog('Generate Sub Plans')
  await user.click(await plans.findByText('Generate and print'))
  expect((await printed()).textContent).toContain('Lee: peanuts')
})

test('days that aren’t on this device are named as such, and their plan isn’t printed', async () => {
  const user = await openWeek(ann)
  const { opened } = printWindow()
  cutNetwork()
  await user.click(screen.getByText('Generate Sub Plans'))
  const plans = await theDialog('Generate Sub Plans')
  for (let month = 0; month < 4; month++) await user.click(plans.getByLabelText('Next month'))
  await user.click(plans.getByLabelText(/^Wednesday, March 17, 2027/))
  await plans.findByText('Couldn’t check these days')
  await user.click(plans.getByText('Generate and print'))
  await screen.findByText('These days aren’t on this device. Their plan needs the network.')
  expect(opened.close).toHaveBeenCalledOnce()
})

test('a teacher who is out today without a network prints the plan with what they typed, and can send it later', async () => {
  const user = await openWeek(ann)
  const { printed } = printWindow()
  const mend = cutNetwork()
  const dialog = await openOut(user)
  await dialog.findByText(/Sending and links need the network/)
  expect(dialog.queryByText('See it')).toBeNull()
  await user.click(await dialog.findByLabelText('Science has no instructions'))
  fill(dialog.getByLabelText('Science has no instructions'), 'Read chapter 4')
  fill(dialog.getByLabelText('A word for today (optional)'), 'Thank you!')
  await user.click(dialog.getByText('Print the plan'))
  const { textContent: text } = await printed()
  for (const part of ['Read chapter 4', 'Thank you!', 'East door']) expect(text).toContain(part)
  expect(text).not.toContain('peanuts')
  mend()
  await dialog.findByText('Make the link')
  await waitFor(async () => expect((await storedDay(ann))?.blocks[1].description).toBe('<p>Read chapter 4</p>'))
})

test('a month and a range of dates show the weeks that are here, and only say that others are missing', async () => {
  const user = await openPage('/dashboard?view=month&date=2026-11-18', ann)
  await lesson('Science')
  cutNetwork()
  const { queryClient } = await import('#web/lib/net/query-client.ts')
  // As when the planner opens from this device.
  await act(() => queryClient.invalidateQueries({ queryKey: ['calendar'] }))
  await lesson('Science')
  expect(screen.queryByText('Couldn’t load your lessons')).toBeNull()

  await user.click(screen.getByRole('radio', { name: 'Week' }))
  await user.click(await screen.findByLabelText('Print week…'))
  const dialog = await theDialog('Print')
  await user.click(dialog.getByLabelText('Dates'))
  await user.click(dialog.getByText('This month'))
  await dialog.findByText(/2 lessons/)
  await user.click(dialog.getByText('Rest of the school year'))
  await dialog.findByText('Couldn’t load your lessons')
})

const listed = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('a search without a network finds the lessons of this device and says so, and searches everything when the network is back', async () => {
  await storeDay(ann, { date: '2025-03-05', hasNote: true, noteText: 'Math fair' })
  const user = await openWeek(ann)
  const mend = cutNetwork()
  await user.keyboard('{Control>}k{/Control}')
  fill(await screen.findByLabelText('Search lessons, commands, or dates'), 'math')
  await screen.findByText('Can’t reach Firstbell. Searching the weeks on this device.')
  expect(listed()[0]).toMatch(/November 18, 2026.*Math/)
  expect(listed().some((text) => text.includes('2025'))).toBe(false)
  mend()
  await waitFor(() => expect(listed().some((text) => text.includes('2025'))).toBe(true))
  expect(screen.queryByText(/Searching the weeks on this device/)).toBeNull()
})

test('billing that was never loaded says without a network that it needs one', async () => {
  answer({ path: /billing|subscription/ })
  const user = await openWeek(ann)
  cutNetwork()
  await pressInAccountMenu(user, 'Account Management')
  await user.click(await screen.findByText('Billing'))
  await screen.findByText('This needs the network. It opens by itself when you’re back online.')
})
