/** Tests sharing between teachers: invites, a colleague's schedule, and a school. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { subscriptions } from '#server/features/people/tables.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db } from '../app.ts'
import { fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import type { Person } from '../tab.ts'
import {
  answer,
  block,
  dayOf,
  fill,
  lesson,
  openWeek,
  storeDay,
  storedDay,
  theDialog,
  theQuestion,
  untilKept,
  untilShown,
  WEDNESDAY,
} from './week.tsx'

inPage()

type User = Awaited<ReturnType<typeof openPage>>
const THURSDAY = '2026-11-19'
const FRIDAY = '2026-11-20'

/** Creates a teacher with this name who has finished the tutorial. */
const aColleague = async (displayName: string) => {
  const teacher = await aTeacher(db, { displayName, now: clock() })
  await call('PATCH', '/api/user', { token: teacher.token, body: { showTutorial: false } })
  return teacher
}
const runFromPalette = async (user: User, words: string) => {
  await user.keyboard('{Control>}k{/Control}')
  fill(await screen.findByLabelText('Search lessons, commands, or dates'), words)
  // Until the command is there, the list offers to add a lesson with this title.
  const isThere = new RegExp(`^(?!.*called “).*${words}`, 'i')
  await waitFor(() => expect(screen.getByRole('option', { selected: true }).textContent).toMatch(isThere))
  await user.keyboard('{Enter}')
}
/** Opens the school year, an administrator's first page. */
const openYear = async (administrator: Person) => {
  const user = await openPage('/dashboard', administrator)
  await screen.findByRole('heading', { level: 1, name: 'Lincoln Elementary' })
  return user
}
const openCollaboration = async (user: User) => {
  await runFromPalette(user, 'collaboration')
  return theDialog('Collaboration')
}
const invite = async ({ token }: Person, collaboratorEmail: string): Promise<string> =>
  (await call('POST', '/api/collaboration/invite', { token, body: { collaboratorEmail } })).body.id

test('a teacher who invites themselves, a colleague twice or nobody gets an error, and the form keeps its text', async () => {
  const [maya, ben] = [await aColleague('Maya Rivera'), await aColleague('Ben Lindqvist')]
  const user = await openWeek(maya)
  const dialog = await openCollaboration(user)
  expect(document.activeElement, 'the address can be typed right away').toBe(await dialog.findByLabelText('Teacher’s email'))
  const send = async (address: string) => {
    await user.click(dialog.getByText('Invite Teacher'))
    fill(await dialog.findByLabelText('Teacher’s email'), address)
    await user.click(dialog.getByText('Send invitation'))
  }
  await send('not an address')
  await dialog.findByText('Please enter a valid email address')
  await send(maya.email)
  await screen.findByText('Failed to send invitation')
  await screen.findByText(/That’s your own email/)
  await send('nobody@school.example')
  await screen.findByText(/We can’t find a Firstbell account with that email/)
  await send(ben.email)
  await screen.findByText('Invitation sent')
  await dialog.findByText('Sent Invites (1)')
  await send(ben.email)
  await screen.findByText(/You’ve already invited this teacher/)
  expect((dialog.getByLabelText('Teacher’s email') as HTMLInputElement).value).toBe(ben.email)
})

test('answering a withdrawn invite says so, and the list shows the current state', async () => {
  const [maya, ben] = [await aColleague('Maya Rivera'), await aColleague('Ben Lindqvist')]
  const id = await invite(maya, ben.email)
  const dialog = await openCollaboration(await openWeek(ben))
  fireEvent.click(await dialog.findByRole('tab', { name: /^Received/ }))
  const decline = await dialog.findByLabelText('Decline invitation from Maya Rivera')
  await call('DELETE', `/api/collaboration/outbound-invite/${id}`, { token: maya.token })
  fireEvent.click(decline)
  await screen.findByText('Failed to decline invitation')
  await screen.findByText(/This invitation was withdrawn/)
  await dialog.findByText('No invitations yet')
})

test('an invitation that waits for an answer is above one that a teacher declined', async () => {
  const [maya, ben, amara] = [await aColleague('Maya Rivera'), await aColleague('Ben Lindqvist'), await aColleague('Amara Okafor')]
  for (const inviter of [maya, amara]) await invite(inviter, ben.email)
  const { body } = await call('GET', '/api/collaboration/inbound-invites', { token: ben.token })
  const [first, second] = body as { id: string; invitedBy: { displayName: string } }[]
  await call('POST', `/api/collaboration/decline/${first?.id}`, { token: ben.token })
  const dialog = await openCollaboration(await openWeek(ben))
  const rows = await within(await dialog.findByRole('list', { name: 'Received invitations' })).findAllByRole('listitem')
  const names = [second, first].map((each) => each?.invitedBy.displayName)
  expect(rows.map(({ textContent }) => names.find((name) => name && textContent?.includes(name)))).toEqual(names)
})

test('a guest is told to sign up before they share anything', async () => {
  const { token, user: guest } = (await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })).body
  await call('PATCH', '/api/user', { token, body: { showTutorial: false } })
  const user = await openWeek({ token, userId: guest.id })
  const dialog = await openCollaboration(user)
  await dialog.findByText('Sign up to share your schedule')
  await user.click(dialog.getByText('Sign up'))
  await waitFor(() => expect(window.location.pathname + window.location.search).toMatch(/^\/auth\?/))
})

/** Sets up Amara Okafor, who shares her schedule with Maya. Also returns the invite's id. */
const twoColleagues = async () => {
  const [maya, amara] = [await aColleague('Maya Rivera'), await aColleague('Amara Okafor')]
  const id = await invite(amara, maya.email)
  await call('POST', `/api/collaboration/accept/${id}`, { token: maya.token })
  const classOf = async ({ token }: Person, body: object) => (await call('POST', '/api/classes', { token, body })).body.id
  const [classId, ownClassId] = [await classOf(amara, { name: 'Math', color: 9 }), await classOf(maya, { name: 'math', color: 2 })]
  const lessons = [
    { ...block('Math'), classId, hasAlert: true, alertMessage: 'Call Ms. Bell' },
    { ...block('Science Lab', '10:00', '11:00'), classId: await classOf(amara, { name: 'Science' }) },
  ]
  await storeDay(amara, { blocks: lessons })
  await storeDay(amara, { date: THURSDAY, blocks: [block('Art')] })
  await storeDay(maya, { blocks: [block('Writing')] })
  const open = () => openPage(`/dashboard?view=week&date=${WEDNESDAY}&calendar=colleague-${amara.userId}`, maya)
  return { maya, amara, ownClassId, id, open }
}

test("a teacher who stops viewing a colleague's schedule finds that in the row's menu, and is asked first", async () => {
  const { maya } = await twoColleagues()
  const user = await openWeek(maya)
  const dialog = await openCollaboration(user)
  await user.click(await dialog.findByRole('tab', { name: 'Received' }))
  const list = await dialog.findByRole('list', { name: 'Received invitations' })
  expect(list.textContent).toMatch(/Since\sNov\s\d+/)
  await user.click(within(list).getByLabelText('More for Amara Okafor'))
  await user.click(await screen.findByText('Stop viewing…'))
  await user.click((await theQuestion('Stop viewing Amara Okafor’s schedule?')).getByText('Stop viewing'))
  await screen.findByText('Stopped viewing')
  await dialog.findByText('No invitations yet')
})

test("shortcuts, the palette and the Templates tab say why a colleague's schedule cannot be changed", async () => {
  const { open } = await twoColleagues()
  const user = await open()
  await screen.findByText('You are viewing Amara Okafor’s schedule')
  await untilShown(['Math', 'Science Lab'])
  const told = async (act: string, press: () => Promise<void>, words = `You can’t ${act} in another teacher’s schedule.`) => {
    await press()
    await screen.findByText(words)
  }
  await told('add lessons', () => user.keyboard('n'))
  await told('repeat lessons', () => user.keyboard('r'))
  await told('undo changes', () => user.keyboard('{Control>}z{/Control}'))
  await told('redo changes', () => user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}'))
  await told('block out days', () => runFromPalette(user, 'block out this'))
  await told('add notes', () => runFromPalette(user, 'add note'))
  await told(
    'apply templates',
    () => runFromPalette(user, 'manage templates'),
    "Read-Only Mode: You cannot apply templates while viewing another teacher's schedule.",
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  const toast = within(screen.getByLabelText(/^Notifications/))
  await user.click(await toast.findByText('Return to My Schedule'))
  await untilShown(['Writing'])
})

test("a colleague's day shows all of each lesson, and offers to view one only while details are hidden", async () => {
  const { open } = await twoColleagues()
  const user = await open()
  await untilShown(['Math', 'Science Lab'])
  await user.keyboard('d')
  await screen.findByLabelText('Copy Math to my planner', { selector: '.lesson-row button' })
  expect(screen.queryByLabelText('View Math')).toBeNull()
  await user.click(screen.getByText('Hide Details'))
  await user.click(await screen.findByLabelText('View Math'))
  await theDialog('View Time Block')
})

test("a teacher who copies a colleague's lesson and day finds them in their own planner and classes, and undoes both", async () => {
  const { maya, ownClassId, open } = await twoColleagues()
  const user = await open()
  await untilShown(['Math', 'Science Lab'])
  await waitFor(async () => expect((await lesson('Math')).className).toMatch(/\bh9\b/))
  const undo = async () => user.click(await screen.findByText('Undo'))
  await user.click(await screen.findByLabelText('Copy Math to my planner'))
  const copy = await theDialog('Copy to my planner')
  await copy.findByText('Amara Okafor’s Math, Wednesday, November 18, 2026')
  await copy.findByText('This day already has lessons. The copy joins them:')
  await user.click(copy.getByText('Copy to Wed, Nov 18'))
  await screen.findByText('Math copied to your planner')
  await untilKept(maya, ['Writing', 'Math'])
  expect((await storedDay(maya)).blocks[1]).toMatchObject({
    hasAlert: false,
    alertMessage: '',
    startTime: '08:00',
    classId: ownClassId,
  })
  await undo()
  await screen.findByText('Change undone')
  await untilKept(maya, ['Writing'])

  // Copies the lesson to another day.
  await user.click(await lesson('Science Lab'))
  const view = await theDialog('View Time Block')
  await user.click(await view.findByText('Copy to my planner'))
  const copies = await theDialog('Copy to my planner')
  await user.click(copies.getByText('Clear'))
  await user.click(copies.getByLabelText('Friday, November 20, 2026'))
  await user.click(copies.getByText('Copy to Fri, Nov 20'))
  await screen.findByText('Science Lab copied to your planner')
  await untilKept(maya, ['Science Lab'], FRIDAY)
  expect((await storedDay(maya, FRIDAY)).blocks[0]).not.toHaveProperty('classId')

  await user.click(within(dayOf()).getByLabelText(/^More for Wednesday/))
  await user.click(await screen.findByText('Copy to my planner…'))
  const day = await theDialog('Copy to my planner')
  await day.findByText(/Wednesday, November 18, 2026: 1 lesson/)
  await day.findByText('Add 2 to Wed, Nov 18')
  await user.click(day.getByText('Replace lessons'))
  await screen.findByText('Wed, Nov 18 copied to your planner')
  await untilKept(maya, ['Math', 'Science Lab'])
  await undo()
  await untilKept(maya, ['Writing'])
})

test('a teacher who loses access while viewing a schedule is told so, and returns to their own', async () => {
  const { amara, id, open } = await twoColleagues()
  await open()
  await untilShown(['Math', 'Science Lab'])
  await call('POST', `/api/collaboration/revoke-outbound/${id}`, { token: amara.token })
  // Simulates the teacher returning to the window.
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await screen.findByText('You can no longer view this schedule.')
  await untilShown(['Writing'])
  expect(window.location.search).toBe(`?view=week&date=${WEDNESDAY}`)

  await open()
  await screen.findByText('You can no longer view this schedule.')
  await untilShown(['Writing'])
})

test('a schedule that cannot be loaded says so, and loads on retry', async () => {
  const { open } = await twoColleagues()
  const recover = answer({ path: /\/api\/collaboration\/(view|calendar)\//, status: 503 })
  const user = await open()
  await screen.findByText('Could not find user information.')
  await screen.findByText("Failed to load collaborator's schedule.")
  await screen.findByText('You are viewing this teacher’s schedule')
  recover()
  await user.click(within(screen.getByRole('main')).getByText('Try again'))
  await untilShown(['Math', 'Science Lab'])
})

test("a teacher declines a school's invitation, and another joins, becomes an administrator, and then a teacher again", async () => {
  const school = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  await call('PATCH', '/api/user', { token: school.administrator.token, body: { showTutorial: false } })
  const ben = await aColleague('Ben Lindqvist')
  await aMember(db, school, { displayName: 'Grace Kim', now: clock() })
  let user = await openYear(school.administrator)
  await runFromPalette(user, 'our teachers')
  await user.type(await screen.findByLabelText('Email addresses'), ben.email)
  await user.click(screen.getByText('Send invitation'))
  await within(await screen.findByRole('list', { name: 'Invitations' })).findByText(ben.email)

  user = await openWeek(ben)
  await screen.findByText(/Lincoln Elementary invited you to join/)
  await runFromPalette(user, 'preferences')
  await user.click(await screen.findByRole('tab', { name: /^School/ }))
  await user.click(await screen.findByLabelText('Decline the invitation from Lincoln Elementary'))
  await screen.findByText('Invitation declined')

  user = await openPage('/dashboard?calendar=teachers', school.administrator)
  const list = within(await screen.findByRole('list', { name: 'Our Teachers' }))
  const change = async (item: string, confirmation: string, role: string) => {
    await user.click(await list.findByLabelText('More for Grace Kim'))
    await user.click(await screen.findByText(item))
    await user.click(await screen.findByText(confirmation))
    await list.findByText(role)
  }
  await change('Make school administrator…', 'Make administrator', 'School administrator')
  await change('Remove as administrator…', 'Remove as administrator', 'Teacher')
  const invitations = await screen.findByRole('list', { name: 'Invitations' })
  expect(invitations.textContent).toContain(ben.email)
  expect(invitations.textContent).toContain('Declined')
  await user.click(within(invitations).getByLabelText(`More for ${ben.email}`))
  await user.click(await screen.findByText('Invite again'))
  await screen.findByText('Invitation sent again')
  await waitFor(() => expect(invitations.textContent).toContain('Sent Nov 18'))
})

test("a school's last administrator is told why they cannot leave", async () => {
  const { administrator } = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  await call('PATCH', '/api/user', { token: administrator.token, body: { showTutorial: false } })
  const user = await openYear(administrator)
  await runFromPalette(user, 'preferences')
  await user.click(await screen.findByRole('tab', { name: 'School' }))
  await user.click(await screen.findByText('Leave school'))
  const question = await theQuestion('Leave Lincoln Elementary?')
  await user.click(question.getByText('Leave school'))
  await screen.findByText('Failed to leave the school')
  await screen.findByText(/Make another teacher an administrator first/)
})

test('a teacher whose trial has ended accepts an invite from the gate, and reads why they cannot send any', async () => {
  const [maya, ben] = [await aColleague('Maya Rivera'), await aColleague('Ben Lindqvist')]
  await storeDay(ben, { blocks: [block('Magnets')] })
  await invite(ben, maya.email)
  await db
    .update(subscriptions)
    .set({ status: 'TRIALEXPIRED', freeTrialStarted: new Date('2026-10-01T08:00:00Z') })
    .where(eq(subscriptions.userId, maya.userId))
  const user = await openPage(`/dashboard?view=week&date=${WEDNESDAY}`, maya)
  await user.click(await screen.findByText('Schedules shared with me'))
  let dialog = await theDialog('Collaboration')
  await user.click(await dialog.findByText('Invite Teacher'))
  dialog.getByText(/^Your trial or plan has ended\. You can still accept invitations/)
  expect(dialog.queryByText('Send invitation')).toBeNull()
  await user.click(dialog.getByText('See plans'))
  await (await theDialog('Account Management')).findByText('Continue with yearly, $60')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByText('Schedules shared with me'))
  dialog = await theDialog('Collaboration')
  await user.click(dialog.getByText('Received'))
  await user.click(await dialog.findByLabelText('Accept invitation from Ben Lindqvist'))
  await user.click(await dialog.findByText('View schedule', { selector: '[data-toasts] button' }))
  await untilShown(['Magnets'])
  expect(screen.queryByText('Subscription Required')).toBeNull()
})
