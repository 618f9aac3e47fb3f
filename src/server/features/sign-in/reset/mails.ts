import { ABOUT_ACCOUNT, hello, type Letter, type To } from '#server/lib/mail/letter.ts'

export const passwordReset = (to: To, { link }: { link: string }): Letter => ({
  subject: 'Reset your Firstbell password',
  preview: 'The link works once and expires in an hour.',
  heading: 'Reset your password',
  body: [
    hello(to),
    'Someone, probably you, asked to reset your password. The link works once and expires in an hour. Setting a new password signs you out on every device.',
  ],
  button: { label: 'Set a new password', href: link },
  after: ['Didn’t ask for this? You can ignore this email. Your password won’t change.'],
  why: ABOUT_ACCOUNT,
})

type FirstLink = {
  link: string
  /** True if the recipient signed up, false if the account was created for them. */
  isOwnWish: boolean
  /** The name of the school that the account already belongs to. */
  school: string | null
}

/** Returns the letter with the link for an account's first password. */
export const setPassword = (to: To, { link, isOwnWish, school }: FirstLink): Letter => ({
  subject: isOwnWish ? 'Finish signing up for Firstbell' : 'Your Firstbell account',
  preview: 'Set your password, and your planner is ready. The link works once and expires in 7 days.',
  heading: isOwnWish ? 'Finish signing up' : 'Your account is ready',
  body: [
    hello(to),
    isOwnWish
      ? 'Someone, probably you, signed up for Firstbell, the lesson planner, with this email address.'
      : `${school ?? 'Your school or district'} created an account for you on Firstbell, the lesson planner. You sign in with this email address.`,
    ...(school === null
      ? []
      : [
          `You’re part of ${school} there. The school’s days off and notes show on your calendar, and its administrators can view your lessons and make sub plans from them. You can see each time they do, and you can leave the school in Preferences.`,
        ]),
    'Set your password, and your planner is ready. The link works once and expires in 7 days. After that, choose “Forgot password?” on the sign-in page to get a new one.',
  ],
  button: { label: 'Set your password', href: link },
  after: [
    isOwnWish
      ? 'Didn’t sign up? You can ignore this email. No one can use the account without it.'
      : 'Not expecting this? You can ignore this email. No one can use the account without it.',
  ],
  why: ABOUT_ACCOUNT,
})

/** Returns the letter for users without a password, who can't set one by email. `way` is the name of their sign-in method. */
export const signInOtherwise = (to: To, way: string): Letter => ({
  subject: 'How to sign in to Firstbell',
  preview: `You sign in with ${way}.`,
  heading: `You sign in with ${way}`,
  body: [
    hello(to),
    `Someone, probably you, asked to reset your password. Your account doesn’t have one, because you sign in with ${way}. Choose “Continue with ${way}” on the sign-in page.`,
    'Want a password, too? Sign in, then set one in Account Management, under Profile.',
  ],
  button: { label: 'Go to sign-in', href: `${to.address}/auth` },
  why: ABOUT_ACCOUNT,
})
