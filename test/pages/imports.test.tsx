/** Tests bringing in what a teacher has: files, pasted rows and text, and what comes of them. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aTeacherWhoKnowsIt, fireEvent, inPage, screen, waitFor } from '../page.tsx'
import { network } from '../tab.ts'
import { answer, block, dayOf, openWeek, storeDay, storedDay, theDialog, untilClosed, untilKept } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})
type User = Awaited<ReturnType<typeof openWeek>>

const TITLE = 'Bring in what you have'
const openDialog = async (user: User) => {
  await user.click(await screen.findByLabelText(TITLE, { selector: 'button' }))
  return theDialog(TITLE)
}
const paste = async (user: User, dialog: Awaited<ReturnType<typeof theDialog>>, label: string, text: string) => {
  await user.click(dialog.getByLabelText(label))
  await user.paste(text)
}
const drop = (name: string, content: BlobPart) =>
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [new File([content], name)] } })

const ROWS = [
  ['Date', 'Start', 'End', 'Subject', 'Plan'],
  ['11/18', '8:00', '8:20', 'Morning Meeting', 'Weather share'],
  ['11/31', '9:00', '10:00', 'Art', 'Clay'],
  ['11/18', '10:30', '11:30', 'Math', 'Decimals as tenths'],
]
  .map((row) => row.join('\t'))
  .join('\n')

const event = (lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const ICS = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//District//EN'],
  ...event(['UID:1', 'SUMMARY:Conferences', 'DTSTART;VALUE=DATE:20261119', 'DTEND;VALUE=DATE:20261121', 'DTSTAMP:20260801T000000Z']),
  ...event(['UID:2', 'SUMMARY:Book club', 'DTSTART:20261118T130000', 'DTEND:20261118T140000', 'DTSTAMP:20260801T000000Z']),
  'END:VCALENDAR',
].join('\r\n')

test('pasted rows come in with one press, the bad line is named and copied, and one Undo takes all of it back', async () => {
  await storeDay(ann, { blocks: [block('Math', '10:30', '11:30')] })
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await dialog.findByText('Paste your rows, or choose a file.')
  await paste(user, dialog, 'Your rows', ROWS)
  await dialog.findByText('2 lessons on Wednesday, November 18')
  await dialog.findByText('1 of 3 lines can’t come in')
  await dialog.findByText('Math is already there')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(dialog.getByText('Copy these lines'))
  await screen.findByText('Lines copied')
  expect(copied).toHaveBeenCalledWith('Date\tStart\tEnd\tSubject\tPlan\n11/31\t9:00\t10:00\tArt\tClay')
  await user.click(dialog.getByText('Bring in 2 lessons'))
  await screen.findByText('2 lessons brought in')
  await untilClosed()
  await untilKept(ann, ['Morning Meeting', 'Math', 'Math'])
  await user.click(screen.getByText('Undo'))
  await screen.findByText('Change undone')
  await untilKept(ann, ['Math'])
})

test('a column means what the teacher says, and the preview follows', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await paste(user, dialog, 'Your rows', ROWS)
  await dialog.findByText('Weather share')
  fireEvent.change(dialog.getByLabelText('Column Plan'), { target: { value: 'title' } })
  expect(dialog.getByLabelText<HTMLSelectElement>('Column Subject').value).toBe('ignore')
  await waitFor(() => expect([...document.querySelectorAll('.import-title')].map((title) => title.textContent)).toContain('Weather share'))
  fireEvent.change(dialog.getByLabelText('Column Date'), { target: { value: 'ignore' } })
  await dialog.findByText('Choose the column with the date.')
})

test('where a lesson is there already, the teacher keeps both, replaces theirs, or keeps theirs', async () => {
  await storeDay(ann, { blocks: [block('Math', '10:30', '11:30')] })
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await paste(user, dialog, 'Your rows', ROWS)
  await dialog.findByText('Math is already there')
  await user.click(dialog.getByLabelText('Keep mine'))
  await dialog.findByText('Left out: Math is there')
  await user.click(dialog.getByLabelText('Replace mine'))
  await dialog.findByText('Replaces Math')
  await dialog.findByText(/^This replaces 1 lesson of yours\./)
  await user.click(await dialog.findByText('Bring in 2 lessons'))
  await untilKept(ann, ['Morning Meeting', 'Math'])
  expect((await storedDay(ann)).blocks[1].description).toContain('Decimals as tenths')
})

test('a dropped calendar switches the source, and its all-day events come in as the teacher says', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  drop('district.ics', ICS)
  await dialog.findByText('district.ics')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Calendar file/).checked).toBe(true)
  await dialog.findByText('Bring in 1 lesson and 2 notes').catch(() => undefined)
  await user.click(dialog.getByLabelText('Days off'))
  await user.click(await dialog.findByText('Bring in 1 lesson and 2 days off'))
  await screen.findByText('1 lesson and 2 days off brought in')
  await untilKept(ann, ['Book club'])
  expect(await storedDay(ann, '2026-11-20')).toMatchObject({ isBlocked: true, blockedText: 'Conferences' })
})

test('a file that can’t come in says what to do instead, and what was pasted stays', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await paste(user, dialog, 'Your rows', ROWS)
  drop('plans.xlsx', 'PK xl/workbook.xml')
  await dialog.findByText('plans.xlsx is an Excel file. Open it, save it as .csv, and bring that in.')
  drop('plans.csv', new Uint8Array(6 * 1024 * 1024))
  await dialog.findByText('plans.csv is over 5 MB. Bring it in as several smaller files.')
  await dialog.findByText('Bring in 2 lessons')
  await user.keyboard('{Escape}')
  await screen.findByText('The text you pasted isn’t in your planner yet.')
})

test('a file that can’t come in takes the place of the one before', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  drop('rows.csv', ROWS)
  await dialog.findByText('Bring in 2 lessons')
  drop('plans.xlsx', 'PK xl/workbook.xml')
  await dialog.findByText('Nothing to show yet')
  expect(dialog.getByText<HTMLButtonElement>('Bring in').disabled).toBe(true)
  drop('empty.ics', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR')
  await dialog.findByText('This calendar has no events.')
  expect(dialog.queryByText('Copy these lines')).toBeNull()
})

test('rows pasted right after choosing the source come in, and closing asks about them from another source as well', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await user.click(dialog.getByLabelText(/^Spreadsheet/))
  await user.paste(ROWS)
  await dialog.findByText('Bring in 2 lessons')
  await user.click(dialog.getByLabelText(/^Calendar file/))
  await user.keyboard('{Escape}')
  await screen.findByText('The text you pasted isn’t in your planner yet.')
})

test('closing while it brings in says that it goes on, and asks nothing', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await paste(user, dialog, 'Your rows', ROWS)
  const button = await dialog.findByText('Bring in 2 lessons')
  let open = () => undefined as unknown
  network.gates.push(new Promise<void>((resolve) => (open = resolve)))
  onTestFinished(() => void open())
  await user.click(button)
  await dialog.findByText('Closing doesn’t stop it. You can undo it afterward.')
  await user.click(dialog.getByText('Close'))
  await untilClosed()
  open()
  await screen.findByText('2 lessons brought in')
})

test('reading shows a bar after a second and can be stopped, and a failure keeps what was pasted', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  let open = () => undefined as unknown
  network.gates.push(new Promise<void>((resolve) => (open = resolve)))
  onTestFinished(() => void open())
  await paste(user, dialog, 'Your rows', ROWS)
  await dialog.findByRole('progressbar')
  await user.click(dialog.getByText('Stop'))
  await dialog.findByText('Stopped.')
  open()
  const recover = answer({ method: 'POST', path: /\/api\/imports\/preview/ })
  await user.click(dialog.getByText('Read it'))
  await dialog.findByText('Couldn’t read it')
  recover()
  await user.click(dialog.getByText('Try again'))
  await dialog.findByText('Bring in 2 lessons')
})

test('lessons whose reply was lost come in once', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await paste(user, dialog, 'Your rows', ROWS)
  const button = await dialog.findByText('Bring in 2 lessons')
  network.mishaps.push('lost')
  await user.click(button)
  await dialog.findByText('Not yet sent. We’ll keep trying. Keep this page open.')
  await untilClosed()
  await untilKept(ann, ['Morning Meeting', 'Math'])
  await waitFor(() => expect(network.arrived.filter((one) => one === 'POST /api/imports').length).toBeGreaterThan(1))
})

test('lessons of another week are a press away', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await paste(user, dialog, 'Your rows', ROWS.replaceAll('11/18', '12/9'))
  await user.click(await dialog.findByText('Bring in 2 lessons'))
  await untilClosed()
  await user.click(await screen.findByText('Show'))
  await waitFor(() => expect(dayOf('2026-12-09').textContent).toContain('Morning Meeting'))
})

test('pasted text with a heading per day comes in, and rows pasted there are a spreadsheet', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await user.click(dialog.getByLabelText(/^Word or Docs text/))
  await paste(user, dialog, 'Your text', 'Wednesday, November 18\n8:00–8:20 Morning Meeting\nWeather share')
  await dialog.findByText('Bring in 1 lesson')
  await user.clear(dialog.getByLabelText('Your text'))
  await user.paste(ROWS)
  await dialog.findByText('Bring in 2 lessons')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Spreadsheet/).checked).toBe(true)
})

test('weekdays without dates come in for the week on screen, or for the one that the teacher chooses', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await paste(user, dialog, 'Your rows', '\tMonday\tTuesday\nMath\tTenths\tFractions')
  const week = await dialog.findByLabelText<HTMLInputElement>('Which week?')
  expect(week.value).toBe('2026-11-16')
  fireEvent.change(week, { target: { value: '2026-11-25' } })
  await waitFor(() => expect(dialog.getByRole('region', { name: 'What will come in' }).textContent).toContain('November 23'))
  await user.click(await dialog.findByText('Bring in 2 lessons'))
  await untilClosed()
  await waitFor(async () => expect((await storedDay(ann, '2026-11-23')).blocks).toHaveLength(1))
})

test('an empty planner offers it, and so does the account’s data', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText(TITLE))
  await theDialog(TITLE)
  await user.keyboard('{Escape}')
  await untilClosed()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await user.keyboard('export my data')
  await waitFor(() => expect(document.querySelector('[role=option]')?.textContent).toContain('Export my data'))
  await user.keyboard('{Enter}')
  const account = await theDialog('Account Management')
  await user.click(await account.findByText(TITLE))
  await theDialog(TITLE)
})
