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
  /** Why the recipient gets this mail. */
  why: string
}

/** The server's address, and the recipient's name and time zone. */
export type To = { address: string; name: string | null; timezone: string }

const ABOUT_ACCOUNT = 'You get this mail because it is about your Firstbell account.'
const HAS_ACCOUNT = 'You get this mail because you have a Firstbell account.'

const hello = ({ name }: To): string => (name ? `Hello ${name},` : 'Hello,')
/** Returns 'Friday, November 20' in the recipient's time zone. */
const dayOf = (at: Date, { timezone }: To): string => formatDay(todayIn(timezone, at.getTime()), 'weekdayAndDay')
const money = (cents: number): string => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const planner = ({ address }: To) => ({ label: 'Open My Planner', href: `${address}/dashboard` })
const plans = ({ address }: To) => ({ label: 'Choose a Plan', href: `${address}/checkout` })

/** To all platform admins, and to the one who was removed. */
export const roleChanged = (to: To, { who, isMade, at }: { who: string; isMade: boolean; at: Date }): Letter => ({
  subject: isMade ? 'Somebody new looks after Firstbell' : 'Somebody no longer looks after Firstbell',
  preview: `${who} ${isMade ? 'is an administrator now' : 'is no administrator any more'}.`,
  heading: isMade ? 'A new administrator' : 'One administrator fewer',
  body: [
    hello(to),
    `since ${dayOf(at, to)}, ${formatTime(timeIn(to.timezone, at.getTime()), '12')}, ${who} ${isMade ? 'is an administrator of this installation' : 'is no administrator of this installation any more'}.`,
    'If nobody of you meant that, look into the Security tab, and end what you do not know.',
  ],
  button: { label: 'Open the Dashboard', href: `${to.address}/admin?tab=security` },
  why: ABOUT_ACCOUNT,
})

/** To all administrators of a school, including the new one. */
export const schoolAdministratorAdded = (to: To, { who, school, at }: { who: string; school: string; at: Date }): Letter => ({
  subject: `A new administrator of ${school} on Firstbell`,
  preview: `${who} is an administrator of ${school} now.`,
  heading: 'A new administrator of your school',
  body: [
    hello(to),
    `since ${dayOf(at, to)}, ${formatTime(timeIn(to.timezone, at.getTime()), '12')}, ${who} is an administrator of ${school}. Administrators can look at the plans of its teachers, and say who else may.`,
    'If none of you meant that, open Our Teachers in your planner and remove them as an administrator.',
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
  preview: 'Your planner is ready. Here is how to begin.',
  heading: 'Welcome to Firstbell',
  body: [
    hello(to),
    'Your planner is ready. Type how a usual school day of yours goes, and Firstbell fills your week with it: about two minutes, and the first week is planned.',
    'When you are away one day, Firstbell makes a substitute plan of what you have planned.',
  ],
  button: planner(to),
  ...(confirmation !== null && {
    link: { before: 'So that we know that mail reaches you,', label: 'confirm your address', href: confirmation },
  }),
  why: HAS_ACCOUNT,
})

export const trialEnding = (to: To, { endsAt }: { endsAt: Date }): Letter => ({
  subject: `Your Firstbell trial ends on ${dayOf(endsAt, to)}`,
  preview: 'All that you planned stays, whatever you decide.',
  heading: `Your trial ends on ${dayOf(endsAt, to)}`,
  body: [
    hello(to),
    'With a plan you go on as you are. Without one everything that you planned stays yours: you can read it, print it, make substitute plans from it and export it. Only changes have to wait.',
  ],
  button: plans(to),
  why: HAS_ACCOUNT,
})

export const trialEnded = (to: To): Letter => ({
  subject: 'Your Firstbell trial has ended',
  preview: 'All that you planned is still there.',
  heading: 'Your trial has ended',
  body: [
    hello(to),
    'All that you planned is still there: you can read it, print it, make substitute plans from it and export it at any time. To plan on, choose a plan; your lessons are as you left them.',
  ],
  button: plans(to),
  why: HAS_ACCOUNT,
})

export const renewal = (to: To, { renewsAt, amount }: { renewsAt: Date; amount: number }): Letter => ({
  subject: `Your Firstbell plan renews on ${dayOf(renewsAt, to)}`,
  preview: `${money(amount)} for another year. You need not do anything.`,
  heading: `Your plan renews on ${dayOf(renewsAt, to)}`,
  body: [
    hello(to),
    `Your yearly plan renews for another year on ${dayOf(renewsAt, to)}, for ${money(amount)} less any credits that you have earned. You need not do anything.`,
    'If you would rather not go on, cancel before that day: Account, then Billing, then Manage Subscription. You keep the plan until the end of what is paid.',
  ],
  button: planner(to),
  why: ABOUT_ACCOUNT,
})

export const paymentFailed = (to: To): Letter => ({
  subject: 'Your payment for Firstbell did not go through',
  preview: 'Your plan goes on for now. Please look at your card.',
  heading: 'Your payment did not go through',
  body: [
    hello(to),
    'The last payment for your plan was declined. That is mostly a card that has expired. Your plan goes on for now, and the payment is tried again in the next days.',
    'To change the card: Account, then Billing, then Manage Subscription.',
  ],
  button: planner(to),
  why: ABOUT_ACCOUNT,
})

export const invited = (to: To, { inviter }: { inviter: string }): Letter => ({
  // Anyone can send an invitation under any name, so the name isn't in the subject, which the inbox shows.
  subject: 'A teacher wants to share lesson plans with you',
  preview: 'Accept the invite, and you see their schedule in Firstbell.',
  heading: 'A teacher wants to share their plans with you',
  body: [
    hello(to),
    `${inviter} would like you to see their schedule in Firstbell. If you accept, you can look at their days, copy lessons into your own planner, and make a substitute plan for them. They see nothing of yours.`,
    'Open your planner and choose Collaboration to accept or decline.',
  ],
  button: planner(to),
  why: HAS_ACCOUNT,
})

export const schoolInvited = (
  to: To,
  { inviter, school, hasAccount }: { inviter: string; school: string; hasAccount: boolean },
): Letter => ({
  subject: `${school} invites you to join on Firstbell`,
  preview: 'You decide whether you join.',
  heading: `${school} invites you`,
  body: [
    hello(to),
    `${inviter} invites you to join ${school} on Firstbell, the lesson planner. Days off and notes of the school then stand over your own days, and the administrators of the school can look at your plans and make substitute plans of them. You see when somebody has looked.`,
    hasAccount
      ? 'Open your planner and choose Preferences to accept or decline.'
      : 'Sign up with this address, and the invitation waits for you in Preferences. If you do not know what this is about, leave it be.',
  ],
  button: hasAccount ? planner(to) : { label: 'Sign Up', href: `${to.address}/auth?mode=register` },
  why: hasAccount ? HAS_ACCOUNT : `You get this mail because ${inviter} gave us this address.`,
})

export const newDevice = (to: To, { at, userAgent }: { at: Date; userAgent: string | null }): Letter => ({
  subject: 'New sign-in to your Firstbell account',
  preview: 'If it was you, all is well.',
  heading: 'Somebody signed in to your account',
  body: [
    hello(to),
    `On ${dayOf(at, to)} at ${formatTime(timeIn(to.timezone, at.getTime()), '12')} somebody signed in with your password in a browser that we had not seen before: ${deviceOf(userAgent)}.`,
    'If it was you, all is well. A private window, or a browser whose cookies were cleared, counts as new too.',
    'If it was not you, change your password: Account, then Security. That signs out every other device.',
  ],
  button: planner(to),
  why: ABOUT_ACCOUNT,
})

export const confirmAddress = (to: To, { confirmation }: { confirmation: string }): Letter => ({
  subject: 'Confirm your address for Firstbell',
  preview: 'One press, and you can get back in if you forget your password.',
  heading: 'Is this your address?',
  body: [hello(to), 'You asked us to confirm that mail to this address reaches you. The link holds for thirty days.'],
  button: { label: 'Confirm My Address', href: confirmation },
  after: ['If you did not ask for it, leave this mail be.'],
  why: ABOUT_ACCOUNT,
})

export const passwordReset = (to: To, { link }: { link: string }): Letter => ({
  subject: 'Set a new password for Firstbell',
  preview: 'The link works once, within an hour.',
  heading: 'Set a new password',
  body: [
    hello(to),
    'Somebody, most likely you, asked for a new password for your account. The link works once, within an hour. It signs out every device.',
  ],
  button: { label: 'Set a New Password', href: link },
  after: ['If you did not ask for it, leave this mail be: your password stays as it is.'],
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
  preview: 'Set your password, and your planner is ready. The link works once, within seven days.',
  heading: isOwnWish ? 'Finish signing up' : 'Your account is ready',
  body: [
    hello(to),
    isOwnWish
      ? 'Somebody, most likely you, signed up for Firstbell, the lesson planner, with this address.'
      : 'Your school or district has made an account for you on Firstbell, the lesson planner. You sign in with this address.',
    ...(school === null
      ? []
      : [
          `You belong to ${school} there. Days off and notes of the school stand over your own days, and its administrators can look at your plans and make substitute plans of them. You see when somebody has looked, and you can leave the school in Preferences.`,
        ]),
    'Set your password, and your planner is ready. The link works once, within seven days. After that, choose "Forgot password?" at the sign-in for a new one.',
  ],
  button: { label: 'Set Your Password', href: link },
  after: [
    isOwnWish
      ? "If you didn't sign up, leave this mail be: nobody can use the account without it."
      : "If you don't know what this is about, leave this mail be: nobody can use the account without it.",
  ],
  why: ABOUT_ACCOUNT,
})

/** To users without a password, which this mail can't create. `way`: the name of their sign-in method. */
export const signInOtherwise = (to: To, way: string): Letter => ({
  subject: 'How you sign in to Firstbell',
  preview: `You sign in with ${way}.`,
  heading: `You sign in with ${way}`,
  body: [
    hello(to),
    `Somebody, most likely you, asked for a new password for your account. It has none: you sign in with ${way}, by the button above the form.`,
    'If you would like a password too, set one in Account, then Security, once you are in.',
  ],
  button: { label: 'Go to the Sign-in', href: `${to.address}/auth` },
  why: ABOUT_ACCOUNT,
})
