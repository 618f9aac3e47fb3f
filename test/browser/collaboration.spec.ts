import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessibleInBoth } from './both-themes.ts'
import { confirmAddress } from './inbox.ts'
import { endTutorial, openWeek, runFromPalette, storeInPages } from './planner-teacher.ts'
import { expect, expectToast, type Problems, test } from './test.ts'

type Person = { context: BrowserContext; page: Page; email: string; token: string; id: string }

/** Creates a teacher with this name, signed in on a separate device. */
const newPerson = async (context: BrowserContext, displayName: string): Promise<Person> => {
  const email = `${displayName.split(' ')[0]?.toLowerCase()}-${crypto.randomUUID()}@school.example`
  const reply = await context.request.post('/api/auth/register', {
    data: { email, passwordHash: 'correct horse', displayName, timezone: 'UTC' },
  })
  const { token, user } = await reply.json()
  await confirmAddress(context.request, email)
  await endTutorial(context.request, token)
  await storeInPages(context, 'token', token)
  return { context, page: await context.newPage(), email, token, id: user.id }
}

const call = async (person: Person, method: 'get' | 'post', path: string, data?: object) => {
  const reply = await person.context.request[method](path, { headers: { authorization: `Bearer ${person.token}` }, ...(data && { data }) })
  expect(reply.ok(), path).toBe(true)
  return reply.json()
}

const openCollaboration = async (page: Page) => {
  await runFromPalette(page, 'collaboration')
  const dialog = page.getByRole('dialog', { name: 'Collaboration' })
  await expect(dialog).toBeVisible()
  return dialog
}

let maya: Person
let ben: Person
const twoTeachers = async ({ browser, context, problems }: { browser: Browser; context: BrowserContext; problems: Problems }) => {
  maya = await newPerson(context, 'Maya Rivera')
  const other = await browser.newContext()
  problems.watch(other)
  ben = await newPerson(other, 'Ben Lindqvist')
}
test.beforeEach(({ browser, context, problems }) => twoTeachers({ browser, context, problems }))
test.afterEach(() => ben.context.close())

test('two colleagues side by side: one invites, the other accepts, sees student notes only when shared, and loses access again', async ({
  problems,
}) => {
  // The removed colleague's last requests return 404.
  problems.expect(/status of 404/)
  await openWeek(maya.page)
  await openWeek(ben.page)
  const mine = await openCollaboration(maya.page)
  await expect(mine.getByRole('button', { name: 'Send invitation' })).toBeDisabled()
  await mine.getByLabel('Teacher’s email').fill(ben.email)
  await mine.getByRole('button', { name: 'Send invitation' }).click()
  await expectToast(maya.page, 'Invitation sent')
  await expect(mine.getByRole('tab', { name: 'Sent Invites (1)' })).toHaveAttribute('aria-selected', 'true')
  const sent = mine.getByRole('list', { name: 'Sent invitations' }).getByRole('listitem')
  await expect(sent).toContainText('Waiting')
  // Until the colleague accepts, the list shows only an email address and no sharing switch.
  await expect(sent).not.toContainText('Lindqvist')
  await expect(sent.getByRole('switch')).toHaveCount(0)

  await expect(ben.page.getByRole('button', { name: 'Collaboration, 1 waiting' })).toBeVisible()
  await ben.page.getByRole('button', { name: 'Collaboration, 1 waiting' }).click()
  const theirs = ben.page.getByRole('dialog', { name: 'Collaboration' })
  await expect(theirs.getByRole('tab', { name: 'Received 1 new' })).toHaveAttribute('aria-selected', 'true')
  await expect(theirs.getByRole('list', { name: 'Received invitations' })).toContainText('Wants to share their schedule with you')
  await theirs.getByRole('button', { name: 'Accept invitation from Maya Rivera' }).click()
  await expectToast(ben.page, 'Invitation accepted')
  await expect(theirs.getByRole('button', { name: 'View schedule of Maya Rivera' })).toBeVisible()
  await expect(theirs.getByRole('tab', { name: 'Received', exact: true })).toBeVisible()
  await theirs.getByRole('button', { name: 'View schedule of Maya Rivera' }).click()
  await expect(theirs).toBeHidden()
  await expect(ben.page.getByText('You are viewing Maya Rivera’s schedule')).toBeVisible()

  await expect(sent).toContainText('Ben Lindqvist')
  await expect(sent).toContainText('Accepted')
  const notes = sent.getByRole('switch', { name: 'Include my student notes' })
  await expect(notes).not.toBeChecked()
  await notes.check()
  await expect.poll(async () => (await call(maya, 'get', '/api/collaboration/outbound-invites'))[0].includesStudentNotes).toBe(true)

  const stopSharing = async () => {
    await sent.getByRole('button', { name: 'Stop sharing…: Ben Lindqvist' }).click()
  }
  await stopSharing()
  const question = maya.page.getByRole('alertdialog', { name: 'Stop sharing with Ben Lindqvist?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(sent).toContainText('Accepted')
  await stopSharing()
  await question.getByRole('button', { name: 'Stop sharing' }).click()
  await expectToast(maya.page, 'Sharing stopped')
  await expect(mine.getByText('You haven’t shared your schedule yet')).toBeVisible()
  await expectToast(ben.page, 'You can no longer view this schedule.')
  await expect(ben.page).not.toHaveURL(/calendar=/)
  await openCollaboration(ben.page)
  await theirs.getByRole('tab', { name: 'Received', exact: true }).click()
  await expect(theirs.getByText('No invitations yet')).toBeVisible()
})

test('invites are sent, read and answered with the keyboard alone', { tag: '@full' }, async () => {
  const { page } = ben
  await call(maya, 'post', '/api/collaboration/invite', { collaboratorEmail: ben.email })
  const { id } = await call(ben, 'post', '/api/collaboration/invite', { collaboratorEmail: maya.email })
  await call(maya, 'post', `/api/collaboration/accept/${id}`)
  await openWeek(page)
  const dialog = await openCollaboration(page)
  const tab = (name: string | RegExp) => dialog.getByRole('tab', { name })
  await tab(/./).first().focus()
  const selected = dialog.getByRole('tab', { selected: true })
  const choose = async (name: string | RegExp) => {
    for (let presses = 0; presses < 3; presses++) {
      if ((await tab(name).getAttribute('aria-selected')) === 'true') return
      const before = (await selected.getAttribute('id')) ?? ''
      await page.keyboard.press('ArrowRight')
      await expect(selected).not.toHaveAttribute('id', before)
    }
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  }
  await choose('Invite Teacher')
  await expectAccessibleInBoth(page)
  await choose('Sent Invites (1)')
  await expect(dialog.getByRole('switch')).toBeVisible()
  await expectAccessibleInBoth(page)
  await choose(/^Received/)
  await expect(dialog.getByRole('button', { name: 'Accept invitation from Maya Rivera' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Accept invitation from Maya Rivera' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Invitation accepted')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The palette lists the colleagues whose schedules Maya can view.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('view maya')
  await expect(page.getByRole('option', { name: /View Maya Rivera’s schedule/ })).toBeVisible()
})
