/** Tests what a device keeps of a teacher whose school says that its computers are shared. */
import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db, pool } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, pressInAccountMenu, screen, waitFor, within } from '../page.tsx'
import { withAnswers } from '../page-answers.ts'
import { openWeek } from './week.tsx'

inPage()
withAnswers()
beforeEach(() => sessionStorage.clear())

const aTeacherOfASchool = async () => {
  const school = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  const ann = await aTeacherWhoKnowsIt()
  await pool.query(
    'update user_roles set school_id = $1, joined_school_at = now() where user_id = (select id from users where email = $2)',
    [school.id, ann.email],
  )
  await call('PATCH', '/api/admin/school-devices', { token: school.administrator.token, body: { usesSharedDevices: true } })
  return { ann, school }
}
const signIn = async ({ email, password }: { email: string; password: string }) => {
  const user = await openPage('/auth')
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText(/^Week of/)
  return user
}
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

test('the device keeps nothing until the teacher says that it is their own', async () => {
  const { ann } = await aTeacherOfASchool()
  const user = await signIn(ann)
  expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, expect.any(String)])
  expect(await databases()).toEqual([])
  await pressInAccountMenu(user, 'Preferences')
  await user.click(await screen.findByRole('tab', { name: /^School/ }))
  const device = within(await screen.findByRole('region', { name: 'This device' }))
  device.getByText(/^Your school’s computers are shared/)
  await user.click(device.getByRole('button', { name: 'This is my own device' }))
  await screen.findByText('This device now keeps your planner')
  expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([expect.any(String), null])
  expect(screen.queryByRole('region', { name: 'This device' })).toBeNull()
})

test('after the sign-in, a teacher is told that the computer keeps nothing, and can say there that it is their own', async () => {
  const { ann } = await aTeacherOfASchool()
  const user = await signIn(ann)
  await screen.findByText('This computer keeps nothing of yours')
  await user.click(screen.getByRole('button', { name: 'This is my own device' }))
  await screen.findByText('This device now keeps your planner')
  expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([expect.any(String), null])
})

test('a link to another account says that changes that aren’t sent yet stay here', async () => {
  const [ann, bea] = [await aTeacherWhoKnowsIt(), await aTeacherWhoKnowsIt()]
  await openWeek(ann)
  const { deviceDatabase } = await import('#web/lib/device/database.ts')
  await (await deviceDatabase())?.add('edits', { id: 'one' })
  await openPage(`/dashboard?token=${bea.token}`, ann)
  const question = within(await screen.findByRole('alertdialog', { name: 'Switch account?' }))
  await question.findByText(/Changes that aren’t sent yet stay on this device until you sign in again\./)
})

test('an administrator turns it on, and their own open device stops keeping their session', async () => {
  const { administrator } = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  await call('PATCH', '/api/user', { token: administrator.token, body: { showTutorial: false } })
  const user = await openPage('/dashboard', administrator)
  await user.click(await screen.findByRole('switch', { name: /^Our computers are shared/ }))
  await waitFor(() => expect(sessionStorage.getItem('token')).toBe(administrator.token))
  expect(localStorage.getItem('token')).toBeNull()
  const { body } = await call('GET', '/api/user', { token: administrator.token })
  expect(body.usesSharedDevices).toBe(true)
})
