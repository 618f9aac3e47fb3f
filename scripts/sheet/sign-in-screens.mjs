/** The screens of visitors who aren't signed in: the sign-in page, the planner without an account, and the links in mail. */

/** @typedef {import('../screens.mjs').Screen} Screen */

/** @type {Screen[]} */
export const SIGN_IN_SCREENS = [
  { name: 'sign-in', as: 'nobody', path: '/auth' },
  { name: 'sign-up', as: 'nobody', path: '/auth?mode=register' },
  {
    name: 'hints',
    as: 'nobody',
    path: '/auth',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Try it now' }).click()
      await page.getByRole('button', { name: 'Got it' }).waitFor()
    },
  },
  {
    name: 'guest',
    as: 'nobody',
    path: '/auth',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Try it now' }).click()
      await page.getByRole('button', { name: 'Hide hints' }).click()
      await page.getByRole('heading', { level: 1, name: /^Week of/ }).waitFor()
    },
  },
  { name: 'sign-up-invited', as: 'nobody', path: '/auth?ref=FRIEND42' },
  {
    name: 'try-failed',
    as: 'nobody',
    path: '/auth',
    reach: async (page) => {
      await page.route('**/api/auth/guest', (route) => route.abort())
      await page.evaluate(() => window.location.assign('/try'))
      await page.getByText('Couldn’t open a planner').waitFor()
    },
  },
  { name: 'forgot-password', as: 'nobody', path: '/auth?mode=forgot', reach: (page) => page.getByLabel('Email').waitFor() },
  { name: 'reset-password', as: 'nobody', path: '/mail#reset=link-of-the-sheet' },
  { name: 'unsubscribe', as: 'nobody', path: '/mail#unsubscribe=link-of-the-sheet' },
  { name: 'mail-link-again', as: 'nobody', path: '/mail' },
]
