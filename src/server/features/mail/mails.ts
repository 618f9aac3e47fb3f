/** The text of every mail. documents.ts does the layout and the plain-text version. */
import { deviceOf } from '#shared/accounts/sessions/rules.ts'
import { formatDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import { paragraphsOf } from '#shared/mail/campaigns/rules.ts'

/** The content of a mail, in plain text. User input is escaped when it's turned into HTML. */
export type Letter = {
  subject: string
  /** Shown after the subject in an inbox. */
  preview: string
  heading: string
  body: readonly string[]
  button?: { label: string; href: string }
  after?: readonly string[]
  /** A less prominent second action. */
  link?: { before: string; label: string; href: string }
  /** Why the recipient receives this mail. */
  why: string
}

/** The server's address, and the recipient's name and time zone. */
export type To = { address: string; name: string | null; timezone: string }

const ABOUT_ACCOUNT = 'You’re getting this email because it’s about your Firstbell account.'
const HAS_ACCOUNT = 'You’re getting this email because you have a Firstbell account.'

const hello = ({ name }: To): string => (name ? `Hi ${name},` : 'Hi,')
/** Returns 'Friday, November 20' in the recipient's time zone. */
const dayOf = (at: Date, { timezone }: To): string => formatDay(todayIn(timezone, at.getTime()), 'weekdayAndDay')
const money = (cents: number): string => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const planner = ({ address }: To) => ({ label: 'Open my planner', href: `${address}/dashboard` })
const plans = ({ address }: To) => ({ label: 'Choose a plan', href: `${address}/checkout` })

/** To all platform admins, and to the one who was removed. */
export const roleChanged = (to: To, { who, isMade, at }: { who: string; isMade: boolean; at: Date }): Letter => ({
  subject: isMade ? 'Firstbell has a new admin' : 'A Firstbell admin was removed',
  preview: `${who} ${isMade ? 'is now an admin' : 'is no longer an admin'}.`,
  heading: isMade ? 'New admin' : 'Admin removed',
  body: [
    hello(to),
    `${who} ${isMade ? 'became an admin of this Firstbell' : 'was removed as an admin of this Firstbell'} on ${dayOf(at, to)} at ${formatTime(timeIn(to.timezone, at.getTime()), '12')}.`,
    'If none of you made this change, open the Security tab and sign out any session you don’t recognize.',
  ],
  button: { label: 'Open the dashboard', href: `${to.address}/admin?tab=security` },
  why: ABOUT_ACCOUNT,
})

/** To all administrators of a school, including the new one. */
export const schoolAdministratorAdded = (to: To, { who, school, at }: { who: string; school: string; at: Date }): Letter => ({
  subject: `${school} has a new administrator on Firstbell`,
  preview: `${who} is now an administrator of ${school}.`,
  heading: 'Your school has a new administrator',
  body: [
    hello(to),
    `${who} became an administrator of ${school} on ${dayOf(at, to)} at ${formatTime(timeIn(to.timezone, at.getTime()), '12')}. Administrators can view the lessons of the school’s teachers and choose who else is an administrator.`,
    'If none of you made this change, open Our Teachers in your planner and remove them as an administrator.',
  ],
  button: planner(to),
  why: ABOUT_ACCOUNT,
})

/** A mail from a platform admin to many users. */
export const campaign = (to: To, { subject, text }: { subject: string; text: string }): Letter => ({
  subject,
  preview: paragraphsOf(text)[0]?.slice(0, 120) ?? '',
  heading: subject,
  body: [hello(to), ...paragraphsOf(text)],
  button: planner(to),
  why: HAS_ACCOUNT,
})

/** `confirmation`: the link that confirms the address; null if it's already confirmed. */
export const welcome = (to: To, { confirmation }: { confirmation: string | null }): Letter => ({
  subject: 'Welcome to Firstbell',
  preview: 'Your planner is ready. Here’s how to start.',
  heading: 'Welcome to Firstbell',
  body: [
    hello(to),
    'Your planner is ready. Type out a typical school day, and Firstbell fills your week with it. It takes about a minute.',
    'Out for a day? Firstbell turns the lessons you’ve planned into a sub plan.',
  ],
  button: planner(to),
  ...(confirmation !== null && {
    link: { before: 'To make sure our emails reach you,', label: 'confirm your email', href: confirmation },
  }),
  why: HAS_ACCOUNT,
})

export const trialEnding = (to: To, { endsAt }: { endsAt: Date }): Letter => ({
  subject: `Your Firstbell trial ends on ${dayOf(endsAt, to)}`,
  preview: 'Your lessons are safe, whatever you decide.',
  heading: `Your trial ends on ${dayOf(endsAt, to)}`,
  body: [
    hello(to),
    'Choose a plan, and you’ll pick up right where you left off. Without one, your planner locks, but your lessons stay yours. You can still read, print, and export them anytime, and make sub plans from them.',
  ],
  button: plans(to),
  why: HAS_ACCOUNT,
})

export const trialEnded = (to: To): Letter => ({
  subject: 'Your Firstbell trial has ended',
  preview: 'Your lessons are safe.',
  heading: 'Your trial has ended',
  body: [
    hello(to),
    'Your lessons are just as you left them. To keep planning, choose a plan. Not ready? You can still read, print, and export everything you’ve planned, and make sub plans from it.',
  ],
  button: plans(to),
  why: HAS_ACCOUNT,
})

export const renewal = (to: To, { renewsAt, amount }: { renewsAt: Date; amount: number }): Letter => ({
  subject: `Your Firstbell plan renews on ${dayOf(renewsAt, to)}`,
  preview: `${money(amount)} for another year. You don’t need to do anything.`,
  heading: `Your plan renews on ${dayOf(renewsAt, to)}`,
  body: [
    hello(to),
    `Your yearly plan renews on ${dayOf(renewsAt, to)} for ${money(amount)}, minus any credits you’ve earned. You don’t need to do anything.`,
    'Don’t want to renew? Cancel before that day: open Account Management, then Billing, then Manage Subscription. You’ll keep your plan through the time you’ve paid for.',
  ],
  button: planner(to),
  why: ABOUT_ACCOUNT,
})

export const paymentFailed = (to: To): Letter => ({
  subject: 'Your Firstbell payment didn’t go through',
  preview: 'Please check your card. Your plan stays on for now.',
  heading: 'Your payment didn’t go through',
  body: [
    hello(to),
    'Your last payment was declined. Most often, that means a card has expired. Your plan stays on for now, and we’ll try again over the next few days.',
    'To update your card, open Account Management, then Billing, then Manage Subscription.',
  ],
  button: planner(to),
  why: ABOUT_ACCOUNT,
})

export const invited = (to: To, { inviter }: { inviter: string }): Letter => ({
  // Anyone can send an invitation under any name, so the name isn't in the subject, which the inbox shows.
  subject: 'A teacher wants to share lesson plans with you',
  preview: 'Accept to see their schedule in Firstbell.',
  heading: 'A teacher wants to share a schedule with you',
  body: [
    hello(to),
    `${inviter} invited you to view their schedule in Firstbell. If you accept, you can see their days, copy lessons into your own planner, and make sub plans for them. They won’t see anything of yours.`,
    'To accept or decline, open your planner and choose Collaboration.',
  ],
  button: planner(to),
  why: HAS_ACCOUNT,
})

export const schoolInvited = (
  to: To,
  { inviter, school, hasAccount }: { inviter: string; school: string; hasAccount: boolean },
): Letter => ({
  subject: `Join ${school} on Firstbell`,
  preview: 'It’s up to you.',
  heading: `${school} invited you to join`,
  body: [
    hello(to),
    `${inviter} invited you to join ${school} on Firstbell, the lesson planner. If you join, the school’s days off and notes show on your calendar, and its administrators can view your lessons and make sub plans from them. You can see each time they do.`,
    hasAccount
      ? 'To accept or decline, open your planner and choose Preferences.'
      : 'Sign up with this email address, and you’ll find the invitation in Preferences. Not expecting this? You can ignore this email.',
  ],
  button: hasAccount ? planner(to) : { label: 'Sign up', href: `${to.address}/auth?mode=register` },
  why: hasAccount ? HAS_ACCOUNT : `You’re getting this email because ${inviter} gave us this address.`,
})

export const newDevice = (to: To, { at, userAgent }: { at: Date; userAgent: string | null }): Letter => ({
  subject: 'New sign-in to your Firstbell account',
  preview: 'If it was you, you’re all set.',
  heading: 'New sign-in to your account',
  body: [
    hello(to),
    `On ${dayOf(at, to)} at ${formatTime(timeIn(to.timezone, at.getTime()), '12')}, someone signed in with your password from a browser we hadn’t seen before: ${deviceOf(userAgent)}.`,
    'If it was you, you don’t need to do anything. Private windows and browsers with cleared cookies count as new, too.',
    'If it wasn’t you, change your password now: open Account Management, then Security. That signs out every other device.',
  ],
  button: planner(to),
  why: ABOUT_ACCOUNT,
})

export const confirmAddress = (to: To, { confirmation }: { confirmation: string }): Letter => ({
  subject: 'Confirm your email for Firstbell',
  preview: 'One click, so you can get back in if you forget your password.',
  heading: 'Is this your email?',
  body: [hello(to), 'You asked us to confirm that our emails reach you at this address. The link is valid for 30 days.'],
  button: { label: 'Confirm my email', href: confirmation },
  after: ['Didn’t ask for this? You can ignore this email.'],
  why: ABOUT_ACCOUNT,
})

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
  /** True if someone signed up with this address, false if the account was created for them. */
  isOwnWish: boolean
  /** The name of the school that the account already belongs to. */
  school: string | null
}

/** The link for an account's first password. */
export const setPassword = (to: To, { link, isOwnWish, school }: FirstLink): Letter => ({
  subject: isOwnWish ? 'Finish signing up for Firstbell' : 'Your Firstbell account',
  preview: 'Set your password, and your planner is ready. The link works once and expires in 7 days.',
  heading: isOwnWish ? 'Finish signing up' : 'Your account is ready',
  body: [
    hello(to),
    isOwnWish
      ? 'Someone, probably you, signed up for Firstbell, the lesson planner, with this email address.'
      : 'Your school or district created an account for you on Firstbell, the lesson planner. You sign in with this email address.',
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

/** To users without a password, which this mail can't create. `way`: the name of their sign-in method. */
export const signInOtherwise = (to: To, way: string): Letter => ({
  subject: 'How to sign in to Firstbell',
  preview: `You sign in with ${way}.`,
  heading: `You sign in with ${way}`,
  body: [
    hello(to),
    `Someone, probably you, asked to reset your password. Your account doesn’t have one, because you sign in with ${way}. Use the button above the form on the sign-in page.`,
    'Want a password, too? Sign in, then set one in Account Management, under Security.',
  ],
  button: { label: 'Go to sign-in', href: `${to.address}/auth` },
  why: ABOUT_ACCOUNT,
})
