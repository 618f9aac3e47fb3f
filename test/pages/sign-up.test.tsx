/** Tests the sign-in, sign-up and guest pages when sign-up is restricted or mail isn't configured. */
import { expect, test } from 'vitest'
import type { SignUp } from '#shared/accounts/rules.ts'
import { inPage, openPage, screen, waitFor } from '../page.tsx'
import { add, answer, json, refuse, sent, withAnswers } from '../page-answers.ts'

inPage()
withAnswers()

const INVITED: SignUp = { mode: 'invited' }
const DOMAINS: SignUp = { mode: 'domains', domains: ['district.example', 'lincoln.example'] }
const INVITED_RULE =
  'Sign-up is by invitation only. Ask your school administrator to invite you, then sign up with the email address they invited.'
const DOMAINS_RULE = 'Sign-up is only for people with an email address that ends in @district.example or @lincoln.example.'
const here = (settings: { signUp?: SignUp; mail?: boolean }) => add('GET /api/settings', () => settings)
const press = async (user: Awaited<ReturnType<typeof openPage>>, name: string) =>
  user.click(await screen.findByText(name, { selector: 'button' }))

test.each([
  [INVITED, INVITED_RULE],
  [DOMAINS, DOMAINS_RULE],
])('the page says who may sign up before anyone types, and offers no guest planner: %o', async (signUp, rule) => {
  here({ signUp })
  const user = await openPage('/auth')
  await screen.findByText('Welcome Back')
  expect(screen.queryByText(rule)).toBeNull()
  expect(screen.queryByText('Try it now')).toBeNull()
  await press(user, "Don't have an account? Sign up")
  await screen.findByText(rule)
  expect(screen.queryByText('Try it now')).toBeNull()
})

test('if everyone may sign up, the page says nothing about it, and a visitor can try it', async () => {
  await openPage('/auth?mode=register')
  await screen.findByText('Try it now')
  expect(screen.queryByText(/^Sign-up is/)).toBeNull()
})

test('while Create Account is disabled, the page says what is missing, and shows no password strength before anyone types', async () => {
  const user = await openPage('/auth?mode=register')
  const button = (await screen.findByText('Create Account')).closest('button')
  const hint = () => document.getElementById(button?.getAttribute('aria-describedby') ?? '')?.textContent
  expect(screen.queryByText(/strength/)).toBeNull()
  expect(button?.disabled).toBe(true)
  expect(hint()).toBe('Agree to the terms to continue.')
  await user.type(screen.getByLabelText('Password'), 'blue-kite-4')
  screen.getByText(/strength/)
  expect(hint()).toBe('Enter the same password twice and agree to the terms to continue.')
  await user.click(screen.getByRole('checkbox', { name: /^I agree/ }))
  expect(hint()).toBe('Enter the same password twice to continue.')
  await user.type(screen.getByLabelText('Confirm password'), 'blue-kite-4')
  expect(button?.disabled).toBe(false)
  expect(hint()).toBeUndefined()
})

test("if guests aren't allowed, a visitor who wants to try it is sent to sign-up, which says who may", async () => {
  here({ signUp: DOMAINS })
  refuse('POST /api/auth/guest', 403, 'sign_up_closed')
  await openPage('/try')
  await screen.findByText(DOMAINS_RULE)
  expect(location.pathname + location.search).toBe('/auth?mode=register')
})

test('if sign-up is closed and mail is configured, no password is needed, since a link is mailed', async () => {
  here({ signUp: DOMAINS, mail: true })
  answer('POST /api/auth/register', () => json({ user: { id: '1' } }, 201))
  const user = await openPage('/auth?mode=register')
  await user.type(await screen.findByLabelText('Email'), 'dora@district.example')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /^I agree/ }))
  await press(user, 'Send link')
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('We sent a link to dora@district.example.'))
  expect(sent).toMatchObject([{ name: 'POST /api/auth/register', body: { email: 'dora@district.example' } }])
  expect(sent[0]?.body).not.toHaveProperty('passwordHash')
  await press(user, 'Back to sign-in')
  await screen.findByLabelText('Password')
})

test('an address that may not sign up gets an error, and the form keeps its text', async () => {
  here({ signUp: INVITED })
  refuse('POST /api/auth/register', 403, 'sign_up_closed', INVITED_RULE)
  const user = await openPage('/auth?mode=register')
  await user.type(await screen.findByLabelText('Email'), 'stranger@mail.example')
  await user.type(screen.getByLabelText('Password'), 'blue-kite-4')
  await user.type(screen.getByLabelText('Confirm password'), 'blue-kite-4')
  await user.click(screen.getByRole('checkbox', { name: /^I agree/ }))
  await press(user, 'Create Account')
  await waitFor(() => expect(screen.getAllByText(INVITED_RULE)).toHaveLength(2))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('stranger@mail.example')
})

test('without mail, a user who forgot the password reads whom to ask', async () => {
  const user = await openPage('/auth')
  await press(user, 'Forgot password?')
  await screen.findByText('Email isn’t set up here. Ask hello@school.example for a link to set a new password.')
  expect(screen.queryByText('Send link')).toBeNull()
  await press(user, 'Back to sign-in')
  await screen.findByText('Welcome Back')
})
