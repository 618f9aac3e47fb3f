/** Tests the text and error messages on the sign-in and sign-up pages. */
import { describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor } from '../page.tsx'
import { add, answer, hold, json, sent, tell, withAnswers } from '../page-answers.ts'

inPage()
withAnswers()

const OIDC = { button: 'Sign in with Lincoln District', name: 'Lincoln District' }
const PASSWORD = 'blue-kite-4'
type User = Awaited<ReturnType<typeof openPage>>

const fill = async (user: User, label: string, text: string) => {
  const box = await screen.findByLabelText(label)
  await user.clear(box)
  await user.click(box)
  await user.paste(text)
}
const press = async (user: User, name: string) => user.click(await screen.findByText(name, { selector: 'button' }))
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const agreement = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^I agree/ })
const thePlanner = () => screen.findByText(/^Week of/)

const openSignUp = async (email = 'maya@school.example') => {
  const user = await openPage('/auth')
  await press(user, "Don't have an account? Sign up")
  await fill(user, 'Email', email)
  await fill(user, 'Password', PASSWORD)
  await fill(user, 'Confirm password', PASSWORD)
  await user.click(agreement())
  return user
}
const openSignIn = async (email: string, password = PASSWORD) => {
  const user = await openPage('/auth')
  await fill(user, 'Email', email)
  await fill(user, 'Password', password)
  return user
}

test('a teacher who opens an invitation from their email signs in and reads who invited them', async () => {
  const ann = await aTeacher(db, { displayName: 'Ann Lee', now: clock() })
  const ben = await aTeacherWhoKnowsIt()
  await call('POST', '/api/collaboration/invite', { token: ann.token, body: { collaboratorEmail: ben.email } })
  const user = await openPage('/collaboration')
  await fill(user, 'Email', ben.email)
  await fill(user, 'Password', ben.password)
  await press(user, 'Sign In')
  await screen.findByLabelText('Accept invitation from Ann Lee')
  expect(location.pathname).toBe('/dashboard')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('Accept invitation from Ann Lee')).toBeNull())

  await openPage('/collaboration')
  await screen.findByLabelText('Accept invitation from Ann Lee')
})

test('a teacher who opens the address in a warning about a new sign-in can change their password at once', async () => {
  const ben = await aTeacherWhoKnowsIt()
  const user = await openPage('/account/security')
  await fill(user, 'Email', ben.email)
  await fill(user, 'Password', ben.password)
  await press(user, 'Sign In')
  await screen.findByRole('heading', { name: 'Account Management' })
  expect(screen.getByRole('tab', { name: 'Security' }).getAttribute('aria-selected')).toBe('true')
})

describe('a visitor who signs up', () => {
  test('reads that there is already an account with this address, and stays on the page', async () => {
    const { email } = await aTeacherWhoKnowsIt()
    const user = await openSignUp(email)
    await press(user, 'Create Account')
    await screen.findByText('An account with this email already exists. Sign in, or use another email.')
    expect(location.pathname + location.search).toBe('/auth?mode=register')
  })

  test('and switches to sign-in and back keeps the email, but not the passwords and the agreement', async () => {
    const user = await openSignUp()
    await press(user, 'Already have an account? Sign in')
    expect(typedIn('Password')).toBe('')
    await press(user, "Don't have an account? Sign up")
    expect(['Email', 'Password', 'Confirm password'].map(typedIn)).toEqual(['maya@school.example', '', ''])
    expect(agreement().checked).toBe(false)
  })

  test('and submits the form past its disabled button gets error messages', async () => {
    const user = await openSignUp()
    const send = () => document.querySelector('form')?.requestSubmit()
    await user.click(agreement())
    send()
    await screen.findByText('Please agree to the Terms of Service and Privacy Policy to create an account.')
    await fill(user, 'Confirm password', 'other')
    send()
    // Only one toast appears, in addition to the text below the field.
    await screen.findByText('Error')
    expect(screen.getAllByText('Passwords do not match').length).toBeGreaterThan(1)
    expect(screen.queryByText('Agreement Required')).toBeNull()
    expect(sent).toEqual([])
  })

  test('and gets an account without a token is asked to sign in', async () => {
    answer('POST /api/auth/register', () => json({ user: { id: '1' } }, 201))
    const user = await openSignUp()
    await press(user, 'Create Account')
    await screen.findByText('Account Created!')
    screen.getByText('Your account has been created successfully. You can now sign in.')
    screen.getByText('Welcome Back')
    expect(typedIn('Password')).toBe('')
  })

  test("reads this server's password rule, which is enforced", async () => {
    tell('GET /api/settings', () => ({ passwordMinLength: 12, google: null, ai: false, mail: false }))
    const user = await openSignUp()
    await user.clear(screen.getByLabelText('Password'))
    await screen.findByText('Use at least 12 characters')
    await fill(user, 'Password', PASSWORD)
    await press(user, 'Create Account')
    await screen.findByText('Use at least 12 characters.')
    expect(sent).toEqual([])
  })
})

describe('a teacher who signs in', () => {
  test("submits once, however often they click while it's pending", async () => {
    const { email, password } = await aTeacherWhoKnowsIt()
    const letGo = hold('POST /api/auth/login')
    const user = await openSignIn(email, password)
    await press(user, 'Sign In')
    const loading = await screen.findByRole('button', { name: 'Loading...' })
    await user.click(loading)
    await user.type(screen.getByLabelText('Password'), '{Enter}')
    letGo()
    await thePlanner()
    expect(sent.filter(({ name }) => name === 'POST /api/auth/login')).toHaveLength(1)
  })

  test('gets an error if the server replies without a token', async () => {
    answer('POST /api/auth/login', () => json({ user: { id: '1' } }))
    const user = await openSignIn('maya@school.example')
    await press(user, 'Sign In')
    await screen.findByText('No authentication token received')
  })

  test('can show the password while typing', async () => {
    const user = await openSignIn('maya@school.example')
    const typeOf = () => screen.getByLabelText('Password').getAttribute('type')
    expect(typeOf()).toBe('password')
    await user.click(screen.getByLabelText('Show password'))
    expect(typeOf()).toBe('text')
    await user.click(screen.getByLabelText('Hide password'))
    expect(typeOf()).toBe('password')
  })
})

describe('a teacher who returns from an external sign-in', () => {
  test('reads that it is being completed', async () => {
    const { token } = await aTeacherWhoKnowsIt()
    const letGo = hold('GET /api/user')
    await openPage(`/auth/success?token=${token}`)
    screen.getByText('Completing sign in...')
    expect(location.pathname + location.search).toBe('/auth/success')
    letGo()
    await thePlanner()
    expect(location.pathname).toBe('/dashboard')
    expect(localStorage.getItem('token')).toBe(token)
  })

  test('with an invalid token keeps their session, and neither the token nor a checkout stays in the URL', async () => {
    const maya = await aTeacherWhoKnowsIt()
    await openPage('/dashboard?view=day&token=nonsense&session_id=cs_1', maya)
    await screen.findByLabelText(`Account: ${maya.email}`)
    expect(location.pathname + location.search).toBe('/dashboard?view=day')
    expect(localStorage.getItem('token')).toBe(maya.token)
  })

  test('without a token is redirected to the sign-in page', async () => {
    await openPage('/auth/success')
    await screen.findByText('Welcome Back')
    expect(location.pathname).toBe('/auth')
  })

  test.each([
    ['away', 'We can’t reach Google'],
    ['refused', 'Google couldn’t confirm it’s you'],
    ['unverified', 'Google hasn’t verified your email'],
    ['cancelled', 'Canceled'],
  ])("with '%s' gets an error, and can sign in another way", async (problem, words) => {
    await openPage(`/auth/success?problem=${problem}`)
    await screen.findByText(words)
    expect(location.pathname).toBe('/auth')
    await screen.findByLabelText('Email')
  })

  test("from the operator's provider gets an error with its name, never with one from the URL", async () => {
    add('GET /api/settings', () => ({ oidc: OIDC }))
    await openPage('/auth/success?problem=unverified&provider=oidc&name=Evil')
    await screen.findByText('Lincoln District hasn’t verified your email')
    expect(location.pathname).toBe('/auth')
  })
})

describe("the operator's provider", () => {
  test("has its own button next to Google's, for sign-in and sign-up", async () => {
    add('GET /api/settings', () => ({ google: { picker: null }, oidc: OIDC }))
    const user = await openPage('/auth')
    await screen.findByRole('button', { name: OIDC.button })
    screen.getByRole('button', { name: 'Continue with Google' })
    await user.click(screen.getByText("Don't have an account? Sign up"))
    await screen.findByRole('button', { name: OIDC.button })
  })

  test('is named in the question about an account with the same address', async () => {
    add('GET /api/settings', () => ({ oidc: OIDC }))
    const body = { kind: 'choose', provider: 'oidc', choice: 'a-choice', email: 'nora@school.example' }
    answer('POST /api/auth/exchange', () => Response.json(body))
    await openPage('/auth/success?token=a-code')
    await screen.findByText('Sign in and link Lincoln District')
    screen.getByText('Lincoln District confirmed that this email is yours, so you can choose.')
    expect(screen.queryByText(/Google/)).toBeNull()
  })
})
