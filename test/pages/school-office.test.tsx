/** Tests the card with the school's office, for its administrators. */
import { expect, test } from 'vitest'
import { aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db, pool } from '../app.ts'
import { inPage, openPage, screen, within } from '../page.tsx'
import { withAnswers } from '../page-answers.ts'
import { fill } from './week.tsx'

inPage()
withAnswers()

test('an administrator types the office’s email and phone once, and later sees that the email is confirmed', async () => {
  const school = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  const priya = school.administrator
  await call('PATCH', '/api/user', { token: priya.token, body: { showTutorial: false } })
  const user = await openPage('/dashboard', priya)
  const office = within(await screen.findByRole('region', { name: 'Office' }))
  await user.click(office.getByRole('button', { name: 'Set up…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Office' }))
  fill(dialog.getByLabelText('Email'), 'Office@Lincoln.example')
  fill(dialog.getByLabelText('Phone'), '(555) 010-0140')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Office saved')
  await office.findByText('office@lincoln.example')
  office.getByText('(555) 010-0140')
  await pool.query('update schools set office_confirmed_at = $1', [clock()])
  await user.click(office.getByRole('button', { name: 'Change…' }))
  const again = within(await screen.findByRole('dialog', { name: 'Office' }))
  fill(again.getByLabelText('Phone'), '(555) 010-0141')
  await user.click(again.getByRole('button', { name: 'Save' }))
  await office.findByText('Confirmed. Substitute plans go here.')
  expect((await call('GET', '/api/school', { token: priya.token })).body.school).toMatchObject({
    officeEmail: 'office@lincoln.example',
    officePhone: '(555) 010-0141',
    isOfficeConfirmed: true,
  })
})
