/** Tests the options for a sub plan. */
import { beforeEach, expect, test, vi } from 'vitest'
import { updateUser } from '#server/features/people/queries.ts'
import { call, db } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor } from '../page.tsx'
import { answer, block, openWeek, storeDay, theDialog } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  await storeDay(ann, { blocks: [block('Math', '10:00', '11:00')] })
})

const openPlans = async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Generate Sub Plans'))
  return { user, dialog: await theDialog('Generate Sub Plans') }
}

test('in the evening a plan starts with the next school day, and days off are marked', async () => {
  vi.setSystemTime('2026-11-18T23:30:00Z')
  await storeDay(ann, { date: '2026-11-19', isBlocked: true, blockedText: 'Conferences' })
  const { dialog } = await openPlans()
  const pressed = (name: string) => dialog.getByLabelText(name).getAttribute('aria-pressed')
  expect(pressed('Friday, November 20, 2026')).toBe('true')
  expect(pressed('Wednesday, November 18, 2026')).toBe('false')
  expect(dialog.getByLabelText('Thursday, November 19, 2026, non-instructional: Conferences').textContent).toBe('19off')
})

test('a teacher sees once which parts of a plan are empty', async () => {
  const { dialog } = await openPlans()
  expect((dialog.getByLabelText('Emergency procedures (empty)') as HTMLInputElement).checked).toBe(true)
  dialog.getByLabelText('Alerts')
  await dialog.findByText(/has no (?:lessons|instructions)$|^The lessons are ready/)
  expect(dialog.queryByText('Emergency procedures are missing')).toBeNull()
})

test('a teacher who selected no day is told so, and if the plan fails, the selection is kept', async () => {
  const opened = { document: document.implementation.createHTMLDocument(), close: vi.fn<() => void>() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  const { user, dialog } = await openPlans()
  await user.click(dialog.getByLabelText('Wednesday, November 18, 2026'))
  await user.click(dialog.getByText('Generate and print'))
  await screen.findByText('Please select at least one date to generate substitute plans')
  await user.click(dialog.getByLabelText('Friday, November 20, 2026'))
  answer({ method: 'POST', path: /\/api\/sub-plans\/generate$/, status: 503 })
  await user.click(dialog.getByText('Generate and print'))
  await screen.findByText('Failed to generate substitute plans')
  await dialog.findByText('Fri, Nov 20')
  expect(opened.close).toHaveBeenCalledOnce()
})

test('a teacher sees which headings the empty special notes could have, and closes them with the X', async () => {
  const { user, dialog } = await openPlans()
  await user.click(await dialog.findByLabelText('Add emergency procedures'))
  const notes = await theDialog('Special Notes')
  const text = await notes.findByLabelText('Emergency Procedures', { selector: '[role=textbox]' })
  expect(text.getAttribute('aria-placeholder')).toMatch(/^For example:\nWho to call.*\nFire/)
  await user.click(notes.getByLabelText('Close'))
  await waitFor(() => expect(screen.queryByText('Special Notes')).toBeNull())
})

test('a teacher whose notes can’t be decrypted is told so, and writes them again', async () => {
  await updateUser(db, ann.userId, { sealedEmergencyProcedures: 'lost-key.AAAA' })
  const { user, dialog } = await openPlans()
  expect(dialog.queryByLabelText('Emergency procedures (empty)')).toBeNull()
  await user.click(dialog.getByLabelText('Close'))
  await user.click(await screen.findByLabelText('Special Notes'))
  const notes = await theDialog('Special Notes')
  await user.click(notes.getByText('Emergency Procedures'))
  expect((await notes.findByRole('alert')).textContent).toMatch(/This text can’t be read.*the earlier text is lost/)
  await user.click(notes.getByText('Write it again'))
  await user.click(await notes.findByText('Add headings'))
  await user.click(notes.getByText('Save'))
  await notes.findByText('Saved')
  const { body } = await call('GET', '/api/user', { token: ann.token })
  expect(body).toMatchObject({ emergencyProcedures: expect.stringMatching(/^<h3>Who to call/), unreadableNotes: [] })
})
