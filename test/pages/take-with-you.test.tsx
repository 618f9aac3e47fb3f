/** Tests the dialog that downloads lessons as a file of another program. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { app, call } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, screen, waitFor } from '../page.tsx'
import { network } from '../tab.ts'
import { answer, block, fill, openWeek, storeDay, theDialog, untilClosed } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
/** The links that the page opened. */
let opened: string[]
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  opened = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.href)
  })
  onTestFinished(() => click.mockRestore())
})

const openDialog = async (user: Awaited<ReturnType<typeof openWeek>>) => {
  await user.click(await screen.findByLabelText('Take it with you', { selector: 'button' }))
  return theDialog('Take it with you')
}
/** Returns what the page asked for last. */
const asked = () =>
  Object.fromEntries(new URL(network.requests.findLast((one) => one.includes('/api/exports'))?.slice(4) ?? '', 'http://a').searchParams)
const downloaded = async () => (await app.inject({ method: 'GET', url: new URL(opened.at(-1) ?? '').pathname })).statusCode

test('the week on screen is downloaded as a Word document, with a link that works once', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await dialog.findByText('November 16 – November 20, 2026')
  await user.click(dialog.getByText('Download'))
  await screen.findByText('Your download has started')
  expect(asked()).toEqual({ format: 'docx', from: '2026-11-16', to: '2026-11-20' })
  await untilClosed()
  expect(opened).toHaveLength(1)
  expect(await downloaded()).toBe(200)
})

test('a class of the school year is downloaded as a spreadsheet', async () => {
  const { id } = (await call('POST', '/api/classes', { token: ann.token, body: { name: 'Math' } })).body
  await storeDay(ann, { blocks: [{ ...block('Math'), classId: id }] })
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await user.click(dialog.getByLabelText('The year on screen'))
  await waitFor(() => fill(dialog.getByLabelText('Lessons'), id))
  await user.click(dialog.getByLabelText(/^Spreadsheet/))
  await user.click(dialog.getByText('Download'))
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(asked()).toEqual({ format: 'csv', from: '2026-08-01', to: '2027-07-31', classId: id })
  expect(await downloaded()).toBe(200)
})

test('dates in the wrong order say so, and a failure keeps what was chosen', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await user.click(dialog.getByLabelText('Dates'))
  fill(dialog.getByLabelText('To'), '2026-10-01')
  await dialog.findByText('The last day can’t be before the first day.')
  expect(dialog.getByText<HTMLButtonElement>('Download').disabled).toBe(true)
  fill(dialog.getByLabelText('To'), '2026-11-30')
  await user.click(dialog.getByLabelText('PDF', { exact: false }))
  const recover = answer({ path: /\/api\/exports/, status: 500 })
  await user.click(dialog.getByText('Download'))
  await screen.findByText('Failed to make the file')
  recover()
  await user.click(dialog.getByText('Download'))
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(asked()).toEqual({ format: 'pdf', from: '2026-11-01', to: '2026-11-30' })
})

test('dates without lessons say so, and nothing is downloaded', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await user.click(dialog.getByText('Download'))
  await screen.findByText('There are no lessons in these dates.')
  expect(opened).toEqual([])
})

test('the palette finds it by what a teacher wants, and it leads to the whole archive', async () => {
  const user = await openWeek(ann)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await user.keyboard('docx')
  await waitFor(() => expect(document.querySelector('[role=listbox]')?.textContent).toContain('Take it with you'))
  fireEvent.click(screen.getByText('Take it with you…'))
  const dialog = await theDialog('Take it with you')
  await user.click(dialog.getByText('Export my data'))
  await theDialog('Account Management')
})
