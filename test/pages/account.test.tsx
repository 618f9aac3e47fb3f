/** Tests the account settings, including those that depend on external services. */
import { describe, expect, test, vi } from 'vitest'
import { aBlock } from '#server/features/calendar/samples.ts'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, pressInAccountMenu, screen, waitFor, within } from '../page.tsx'
import { add, answer, cut, refuse, sent, tell, withAnswers } from '../page-answers.ts'
import type { Person } from '../tab.ts'

inPage()
withAnswers()

const WEEK = '/dashboard?view=week&date=2026-11-18'
const PICKER = { scriptUrl: 'https://apis.example/js/api.js', apiKey: 'key', appId: 'app' }
const settings = (google: object | null) => ({ passwordMinLength: 0, google, ai: true, mail: false })

type User = Awaited<ReturnType<typeof openPage>>
const open = async (user: User, item: string) => {
  await pressInAccountMenu(user, item)
  return within(await screen.findByRole('dialog'))
}

test('a teacher sees how much storage is used and how much is allowed', async () => {
  const maya = await aTeacherWhoKnowsIt()
  const blocks = [aBlock({ description: `<p>${'Fractions '.repeat(15_000)}</p>` })]
  await call('POST', '/api/calendar', { token: maya.token, body: { date: '2026-11-18', blocks } })
  const user = await openPage('/dashboard?view=week&date=2026-11-25', maya)
  const dialog = await open(user, 'Account Management')
  await user.click(dialog.getByText('Your Data'))
  await dialog.findByText('0.1 of 100 MB')
  dialog.getByText('under 0.1 of 200 MB')
  dialog.getByRole('meter', { name: 'Lessons and templates' })
})

test('a teacher saves the profile once something has changed, and reads the email address as text', async () => {
  const maya = await aTeacherWhoKnowsIt()
  const user = await openPage(WEEK, maya)
  const dialog = await open(user, 'Account Management')
  within(dialog.getByRole('region', { name: 'Email' })).getByText(maya.email)
  const save = () => dialog.getByText<HTMLButtonElement>('Save profile').disabled
  expect(save()).toBe(true)
  await user.type(dialog.getByLabelText('Display name'), ' Rivera')
  expect(save()).toBe(false)
})

test('a teacher reads in the title of the page which part of the account is open', async () => {
  const user = await openPage(WEEK, await aTeacherWhoKnowsIt())
  const dialog = await open(user, 'Account Management')
  await waitFor(() => expect(document.title).toBe('Profile · Account · Firstbell'))
  await user.click(dialog.getByRole('tab', { name: 'Billing' }))
  expect(document.title).toBe('Billing · Account · Firstbell')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.title).toBe('Week of Nov 16 · Firstbell'))
})

describe('a preference', () => {
  const stored = async ({ token }: Person) => (await call('GET', '/api/user', { token })).body.preferences

  test('that cannot be saved still applies on this device', async () => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const maya = await aTeacherWhoKnowsIt()
    const user = await openPage(WEEK, maya)
    const dialog = await open(user, 'Preferences')
    await user.click(dialog.getByRole('tab', { name: 'Planner' }))
    cut('PATCH /api/user')
    await user.click(dialog.getByLabelText('24-hour'))
    // Waits until the save has failed.
    await expect.poll(() => said.mock.calls).toEqual([['Preferences were only saved on this device:', expect.any(String)]])
    expect(dialog.getByLabelText<HTMLInputElement>('24-hour').checked).toBe(true)
    expect(JSON.parse(localStorage.getItem('preferences') ?? '')).toMatchObject({ timeFormat: '24' })
    expect(await stored(maya)).toMatchObject({ timeFormat: '12' })
  })

  test('changed again before the last change is saved waits for it, so that they reach the server in order', async () => {
    const maya = await aTeacherWhoKnowsIt()
    const user = await openPage(WEEK, maya)
    const dialog = await open(user, 'Preferences')
    await user.click(dialog.getByRole('tab', { name: 'Planner' }))
    const waiting: (() => void)[] = []
    answer('PATCH /api/user', async ({ pass }) => {
      await new Promise<void>((resolve) => void waiting.push(resolve))
      return pass()
    })
    for (const minutes of ['15', '60', '30']) await user.click(dialog.getByLabelText(minutes))
    for (const arrived of [1, 2, 3]) {
      await expect.poll(() => waiting.length).toBe(arrived)
      waiting.at(-1)?.()
    }
    await expect.poll(async () => (await stored(maya)).defaultBlockDuration).toBe(30)
    expect(sent.filter(({ name }) => name === 'PATCH /api/user')).toHaveLength(3)
  })
})

describe('Google', () => {
  test("is offered nowhere if it isn't configured", async () => {
    tell('GET /api/settings', () => settings(null))
    await openPage('/auth')
    await screen.findByLabelText('Email')
    expect(screen.queryByText('Continue with Google')).toBeNull()
    expect(screen.queryByText('or')).toBeNull()
    const user = await openPage(WEEK, await aTeacherWhoKnowsIt())
    const dialog = await open(user, 'Account Management')
    await user.click(dialog.getByText('Security'))
    await user.click(await dialog.findByLabelText('Change password…'))
    await dialog.findByText('Change password', { selector: 'h3' })
    expect(dialog.queryByText(/Google/)).toBeNull()
  })

  test('is offered if it is configured', async () => {
    tell('GET /api/settings', () => settings({ picker: null }))
    await openPage('/auth')
    await screen.findByText('Continue with Google')
  })

  test('changes nothing in an account with the same address if the teacher goes back', async () => {
    answer('POST /api/auth/exchange', () =>
      Response.json({ kind: 'choose', provider: 'google', choice: 'a-choice', email: 'nora@school.example' }),
    )
    const user = await openPage('/auth/success?token=a-code')
    await screen.findByText('You already have an account')
    screen.getByText('nora@school.example')
    await user.click(screen.getByText('Go back without changing anything'))
    await screen.findByText('Welcome Back')
    expect(sent.map(({ name }) => name)).toEqual(['POST /api/auth/exchange'])
  })
})

describe('Google Drive', () => {
  test('can be disconnected in Debug Tools, which only a platform admin sees', async () => {
    tell('GET /api/settings', () => settings({ picker: PICKER }))
    let isAdmin = false
    add('GET /api/user', () => ({ isAdmin, aiFeatureFlag: true }))
    const maya = await aTeacherWhoKnowsIt()
    const openUsage = async () => {
      const user = await openPage(WEEK, maya)
      const dialog = await open(user, 'Account Management')
      await user.click(await dialog.findByText('AI Usage'))
      await dialog.findByText('Edit')
      return { user, dialog }
    }
    expect((await openUsage()).dialog.queryByText('Debug Tools')).toBeNull()
    isAdmin = true
    const { user, dialog } = await openUsage()
    refuse('POST /api/drive/clear-tokens', 500, 'broken', 'Something went wrong on our end. Please try again.')
    await user.click(await dialog.findByText('Clear Drive Tokens'))
    await screen.findByText('Failed to clear tokens')
    tell('POST /api/drive/clear-tokens', () => ({ success: true }))
    await user.click(dialog.getByText('Clear Drive Tokens'))
    await screen.findByText('Drive tokens cleared')
  })
})

describe("the operator's provider", () => {
  const OIDC = { button: 'Sign in with Lincoln District', name: 'Lincoln District' }

  test('is among the ways to sign in, and is unlinked by its name', async () => {
    let hasOidc = true
    add('GET /api/settings', () => ({ oidc: OIDC }))
    add('GET /api/user', () => ({ hasOidc }))
    answer('DELETE /api/user/oidc', () => {
      hasOidc = false
      return Response.json({ success: true })
    })
    const user = await openPage(WEEK, await aTeacherWhoKnowsIt())
    const dialog = await open(user, 'Account Management')
    await user.click(await dialog.findByText('Security'))
    await user.click(await dialog.findByRole('button', { name: 'Unlink Lincoln District' }))
    await screen.findByText('Lincoln District unlinked')
    await dialog.findByRole('button', { name: 'Link Lincoln District' })
    expect(dialog.queryByText('Google')).toBeNull()
  })

  test('is a way to re-authenticate, in addition to the password', async () => {
    add('GET /api/settings', () => ({ oidc: OIDC }))
    add('GET /api/user', () => ({ hasOidc: true }))
    refuse('DELETE /api/user/oidc', 403, 'proof_needed')
    const user = await openPage(WEEK, await aTeacherWhoKnowsIt())
    const dialog = await open(user, 'Account Management')
    await user.click(await dialog.findByText('Security'))
    await user.click(await dialog.findByRole('button', { name: 'Unlink Lincoln District' }))
    await screen.findByText('Confirm it’s you')
    screen.getByRole('button', { name: 'Confirm with Lincoln District instead' })
    expect(screen.queryByText(/Google/)).toBeNull()
  })

  test('is the way to re-authenticate without a password', async () => {
    add('GET /api/settings', () => ({ oidc: OIDC }))
    add('GET /api/user', () => ({ hasOidc: true, hasPassword: false }))
    refuse('POST /api/auth/set-password', 403, 'proof_needed')
    const user = await openPage(WEEK, await aTeacherWhoKnowsIt())
    const dialog = await open(user, 'Account Management')
    await dialog.findByText('This is your only way to sign in. Set a password before you unlink it.')
    await user.click(await dialog.findByText('Set a password'))
    for (const label of ['New password', 'Confirm new password']) await user.type(await dialog.findByLabelText(label), 'second-bell')
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Confirm with Lincoln District' })
    screen.getByText('Please confirm with Lincoln District in a new window. Your work here is safe.')
  })
})
