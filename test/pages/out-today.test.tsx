/** "I'm out today" on a phone and a computer, and the life of a substitute's link in the planner. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, screen, waitFor, within } from '../page.tsx'
import { fetchFromApp } from '../tab.ts'
import { answer, block, fill, onPhone, openWeek, storeDay, storedDay, theDialog, theQuestion, untilClosed } from './week.tsx'

inPage()

const INSTRUCTIONS = '<p>Attendance by 8:15 in the blue folder.</p>'

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  vi.setSystemTime('2026-11-18T11:05:00Z')
  await storeDay(ann, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  const body = { emergencyProcedures: '<p>East door</p>', substituteInstructions: INSTRUCTIONS, timezone: 'America/New_York' }
  await call('PATCH', '/api/user', { token: ann.token, body })
})

const me = async () => (await call('GET', '/api/user', { token: ann.token })).body
const links = async () => (await call('GET', '/api/sub-links', { token: ann.token })).body
const theCommand = async (name: string) => {
  const user = await openWeek(ann)
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByText(name, { selector: '[role=option] *' }))
  return user
}

/** Lets the server have mail, and records the mails to the office. */
const withMail = (status = 200): { sent: string[] } => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const [, id] = /sub-links\/([^/]+)\/send$/.exec(address) ?? []
    if (address.endsWith('/api/settings')) {
      const settings = await (await fetchFromApp(address, init)).json()
      return Response.json({ ...settings, mail: true })
    }
    if (id === undefined) return fetchFromApp(address, init)
    if (status !== 200) return Response.json({ code: 'too_many', message: 'Too many mails today.' }, { status })
    sent.push(id)
    const [link] = await links()
    return Response.json({ ...link, sentAt: '2026-11-18T11:06:00.000Z' })
  })
  onTestFinished(() => void vi.stubGlobal('fetch', fetchFromApp))
  return { sent }
}

test('from the planner on a phone, a sick teacher sends the plan in at most eight actions', async () => {
  onPhone()
  const { sent } = withMail()
  const user = await openWeek(ann)
  let actions = 0
  const press = (element: Element) => {
    actions++
    return user.click(element)
  }
  const type = async (field: HTMLElement, text: string) => {
    await press(field)
    actions++
    fill(field, text)
  }
  await press(
    await waitFor(() => {
      const tools = document.querySelector('[data-bottom-bar] [data-opens="tools"]')
      if (!tools) throw new Error('There is no button for Tools')
      return tools
    }),
  )
  const [tool] = (await theDialog('Tools')).getAllByText('I’m out today')
  await press(tool as Element)
  const dialog = await theDialog('I’m out today')
  dialog.getByText('First lesson at 8:00 AM')
  await dialog.findByText('Ready, but for one thing')
  dialog.getByText('Two lessons, attendance and the emergency card are all there.')
  expect(dialog.getByText('Today, Wed 18').closest('button')?.getAttribute('aria-pressed')).toBe('true')
  expect(dialog.getByLabelText('Student notes').getAttribute('aria-checked')).toBe('false')
  await type(dialog.getByLabelText('Nothing says how the day ends'), 'Buses at 2:50 with Ms. Kim')
  await dialog.findByText('Ready')
  await type(await dialog.findByLabelText('Office email'), 'office@lincoln.example')
  await press(dialog.getByText('Send to the office'))
  const set = await theDialog('You’re set')
  set.getByText('Sent to the office, 6:06 AM')
  set.getByLabelText('QR code of the link')
  set.getByText('Not opened yet')
  const [link] = await links()
  expect(sent).toEqual([link.id])
  expect(link).toMatchObject({ dates: ['2026-11-18'], endsOn: '2026-11-18', include: { studentNotes: false } })
  expect(actions).toBeLessThanOrEqual(8)
  const { substituteInstructions, classroom } = await me()
  expect(substituteInstructions).toBe(`${INSTRUCTIONS}<h3>Dismissal and buses</h3><p>Buses at 2:50 with Ms. Kim</p>`)
  expect(classroom.officeEmail).toBe('office@lincoln.example')
})

test('a lesson without instructions gets those that the teacher types', async () => {
  await storeDay(ann, { blocks: [{ ...block('Math'), description: '' }] })
  const user = await theCommand('I’m out today')
  const dialog = await theDialog('I’m out today')
  fill(await dialog.findByLabelText('Math has no instructions'), 'Pages 4 and 5\nThen the quiz')
  await user.click(dialog.getByText('Make the link'))
  await theDialog('You’re set')
  expect((await storedDay(ann)).blocks[0].description).toBe('<p>Pages 4 and 5</p><p>Then the quiz</p>')
})

test('a plan with gaps is sent all the same, and without mail the link is shared', async () => {
  const share = vi.fn<(data: object) => Promise<void>>(async () => undefined)
  Object.assign(navigator, { share })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  const user = await theCommand('I’m out today')
  const dialog = await theDialog('I’m out today')
  await dialog.findByText('Ready, but for one thing')
  expect(dialog.queryByLabelText('Office email')).toBeNull()
  await user.click(dialog.getByText('Make the link'))
  const set = await theDialog('You’re set')
  set.getByText('Your link is ready')
  const [{ url }] = await links()
  set.getByText(url.replace('http://', ''))
  await user.click(set.getByText('Share the link'))
  expect(share).toHaveBeenCalledWith({ title: 'Substitute plan', url })
  await user.click(set.getByText('Copy link'))
  await screen.findByText('Link copied')
})

test('if the mail can’t be sent, the link is there, and the teacher can try again', async () => {
  await call('PATCH', '/api/user', { token: ann.token, body: { classroom: { officeEmail: 'office@lincoln.example' } } })
  withMail(429)
  const user = await theCommand('I’m out today')
  const dialog = await theDialog('I’m out today')
  await user.click(await dialog.findByText('Send to the office'))
  const set = await theDialog('You’re set')
  set.getByText('The mail wasn’t sent')
  set.getByText(/^Too many mails today\. The link works/)
  const { sent } = withMail()
  await user.click(set.getByText('Try again'))
  await set.findByText('Sent to the office, 6:06 AM')
  expect(sent).toHaveLength(1)
})

test('See it makes the link that Send then uses, and closing without sending turns it off', async () => {
  const user = await theCommand('I’m out today')
  let dialog = await theDialog('I’m out today')
  await user.click(dialog.getByText('See it'))
  const seen = await theDialog('What your substitute sees')
  const [{ id, url }] = await links()
  expect(seen.getByTitle(/^The substitute’s page/).getAttribute('src')).toBe(url)
  await user.click(seen.getByLabelText('Close'))
  await user.click(dialog.getByLabelText('Student notes'))
  await user.click(dialog.getByText('Make the link'))
  await theDialog('You’re set')
  expect(await links()).toMatchObject([{ id, include: { studentNotes: true }, state: 'open' }])
  await user.click(screen.getByText('Turn off link'))
  await user.click((await theQuestion('Turn off this link?')).getByText('Turn off link'))
  dialog = await theDialog('I’m out today')
  await user.click(dialog.getByText('See it'))
  await user.click((await theDialog('What your substitute sees')).getByLabelText('Close'))
  await user.click(dialog.getByLabelText('Close'))
  await untilClosed()
  await waitFor(async () => expect((await links()).map(({ state }: { state: string }) => state)).toEqual(['off', 'off']))
})

test('a teacher who made a link for today comes back to what became of it', async () => {
  await call('POST', '/api/sub-links', { token: ann.token, body: { dates: ['2026-11-18'] } })
  await theCommand('I’m out today')
  const set = await theDialog('You’re set')
  set.getByText('Your link is ready')
})

test('an emergency plan on file becomes today’s link with one press, and its day needs no lessons', async () => {
  await storeDay(ann, { blocks: [{ ...block('Math'), description: '' }] })
  const { body } = await call('POST', '/api/daily-templates', {
    token: ann.token,
    body: { name: 'Indoor day', blocks: [block('Reading')] },
  })
  await call('PUT', `/api/daily-templates/${body.id}/emergency-plan`, { token: ann.token, body: { isOnFile: true } })
  const user = await theCommand('I’m out today')
  const dialog = await theDialog('I’m out today')
  await dialog.findByLabelText('Math has no instructions')
  await user.click(await dialog.findByText('Indoor day'))
  expect(dialog.queryByLabelText('Math has no instructions')).toBeNull()
  dialog.getByText('The emergency plan “Indoor day”')
  await user.click(dialog.getByText('Make the link'))
  await theDialog('You’re set')
  expect(await links()).toMatchObject([{ emergencyPlan: { id: body.id, name: 'Indoor day' } }])
  screen.getByText('Save PDF')
})

test('days are a press away, and one of them stays chosen', async () => {
  const user = await theCommand('I’m out today')
  const dialog = await theDialog('I’m out today')
  await user.click(dialog.getByText('Today, Wed 18'))
  expect(dialog.getByText('Today, Wed 18').closest('button')?.getAttribute('aria-pressed')).toBe('true')
  await user.click(dialog.getByText('Thu 19'))
  await dialog.findByText('Thu, Nov 19 has no lessons')
  await user.click(dialog.getByText('Other'))
  await user.click(await dialog.findByLabelText('Friday, November 20, 2026'))
  await user.click(dialog.getByText('Make the link'))
  await theDialog('You’re set')
  expect(await links()).toMatchObject([{ dates: ['2026-11-18', '2026-11-19', '2026-11-20'], endsOn: '2026-11-20' }])
})

test('a change to a link applies right away, and is taken back if the server refuses it', async () => {
  const { body } = await call('POST', '/api/sub-links', { token: ann.token, body: { dates: ['2026-11-18'] } })
  const user = await theCommand('A link for your substitute')
  const dialog = await theDialog('A link for your substitute')
  const checked = (name: string) => (dialog.getByLabelText(name) as HTMLInputElement).checked
  await dialog.findByText(body.url.replace('http://', ''))
  expect(dialog.getByLabelText(/^Emergency card/).closest('input')?.disabled).toBe(true)
  expect((dialog.getByLabelText(/^Student notes/) as HTMLInputElement).checked).toBe(false)
  await user.click(dialog.getByLabelText('Alerts'))
  expect(checked('Alerts')).toBe(false)
  fireEvent.change(dialog.getByLabelText('Ends'), { target: { value: '2026-11-20' } })
  await waitFor(async () => expect(await links()).toMatchObject([{ endsOn: '2026-11-20', include: { alerts: false } }]))
  answer({ method: 'PATCH', path: /sub-links/, status: 503 })
  await user.click(dialog.getByLabelText('Alerts'))
  await screen.findByText('Failed to change the link')
  expect(checked('Alerts')).toBe(false)
})

test('turning a link off is final, and a new link is one press away', async () => {
  await call('POST', '/api/sub-links', { token: ann.token, body: { dates: ['2026-11-18'] } })
  const user = await theCommand('A link for your substitute')
  const dialog = await theDialog('A link for your substitute')
  await user.click(await dialog.findByText('Turn off link'))
  await user.click((await theQuestion('Turn off this link?')).getByText('Turn off link'))
  await user.click(await screen.findByText('Make a new link'))
  await waitFor(async () => expect((await links()).map(({ state }: { state: string }) => state).sort()).toEqual(['off', 'open']))
  await dialog.findByText('Turn off link')
})

test('a sub plan can become a link, without the student notes', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Generate Sub Plans'))
  const plan = await theDialog('Generate Sub Plans')
  fill(plan.getByLabelText('Message for the sub'), 'Thank you!')
  await user.click(plan.getByText('Make a link'))
  await theDialog('A link for your substitute')
  expect(await links()).toMatchObject([{ dates: ['2026-11-18'], message: 'Thank you!', include: { studentNotes: false } }])
})

test('a link that a colleague made shows who did, without its address, and can be turned off', async () => {
  const bea = await aTeacher(db, { now: clock() })
  const { body } = await call('POST', '/api/collaboration/invite', { token: ann.token, body: { collaboratorEmail: bea.email } })
  await call('POST', `/api/collaboration/accept/${body.id}`, { token: bea.token })
  const made = await call('POST', '/api/sub-links', { token: bea.token, body: { dates: ['2026-11-18'], teacherId: ann.userId } })
  expect(made.status).toBe(201)
  const user = await theCommand('A link for your substitute')
  const dialog = await theDialog('A link for your substitute')
  await dialog.findByText(/^Only .* has the address$/)
  expect(dialog.queryByText('Copy link')).toBeNull()
  await user.click(dialog.getByText('Turn off link'))
  await user.click((await theQuestion('Turn off this link?')).getByText('Turn off link'))
  await screen.findByText('Link turned off')
})

test('a link of a colleague’s days is changed in the colleague’s calendar, and copied or turned off from anywhere', async () => {
  const bea = await aTeacher(db, { displayName: 'Bea Cole', now: clock() })
  const { body } = await call('POST', '/api/collaboration/invite', { token: bea.token, body: { collaboratorEmail: ann.email } })
  await call('POST', `/api/collaboration/accept/${body.id}`, { token: ann.token })
  await call('POST', '/api/sub-links', { token: ann.token, body: { dates: ['2026-11-18'], teacherId: bea.userId } })
  const user = await theCommand('A link for your substitute')
  const dialog = await theDialog('A link for your substitute')
  await dialog.findByText('It shows Bea Cole’s days. To change it, view Bea Cole’s calendar.')
  dialog.getByText('Copy link')
  dialog.getByText('Turn off link')
  expect([dialog.queryByText('Days'), dialog.queryByLabelText('Alerts')]).toEqual([null, null])
  await user.click(dialog.getByText('New link'))
  const owners = async () => (await links()).map(({ teacher }: { teacher: { id: string } }) => teacher.id)
  await waitFor(async () => expect((await owners()).sort()).toEqual([ann.userId, bea.userId].sort()))
  await dialog.findByLabelText('Alerts')
})

test('a note that was changed in another window is shown with both versions, and Saved lasts until the next edit', async () => {
  const user = await theCommand('Special Notes')
  const dialog = await theDialog('Special Notes')
  await user.click(await dialog.findByText('Add headings'))
  await call('PATCH', '/api/user', { token: ann.token, body: { substituteInstructions: '<p>Written at home</p>' } })
  await user.click(dialog.getByText('Classroom', { selector: '[role=tab]' }))
  fill(await dialog.findByLabelText('Room'), '114')
  await user.click(dialog.getByText('Save'))
  await dialog.findByText(/^These notes were also changed in another window\./)
  expect(dialog.getByText('Substitute Instructions', { selector: '[role=tab]' }).getAttribute('aria-selected')).toBe('true')
  expect(dialog.queryByText('Saved')).toBeNull()
  await user.click(dialog.getByText('Save'))
  await dialog.findByText('Saved')
  await user.click(dialog.getByText('Add headings'))
  expect(dialog.queryByText('Saved')).toBeNull()
})

test('the classroom is typed once, in Special Notes', async () => {
  const user = await theCommand('Special Notes')
  const dialog = await theDialog('Special Notes')
  await user.click(dialog.getByText('Classroom', { selector: '[role=tab]' }))
  fill(await dialog.findByLabelText('Room'), '114')
  fill(dialog.getByLabelText('Nurse’s phone'), '555 0100')
  await user.click(dialog.getByText('Save'))
  await dialog.findByText('Saved')
  expect((await me()).classroom).toMatchObject({ room: '114', nursePhone: '555 0100' })
  expect(within(document.body).queryByText('Failed to save your classroom')).toBeNull()
})
