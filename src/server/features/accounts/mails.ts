import { ABOUT_ACCOUNT, dayAndTimeOf, HAS_ACCOUNT, hello, planner, type WriteLetter } from '#server/lib/mail/letter.ts'
import { deviceOf } from '#shared/accounts/sessions/rules.ts'
import { confirmationToken } from './policy.ts'
import { browserAt } from './queries.ts'

type Confirming = Parameters<WriteLetter>[0]

/** Returns the link that confirms the address; null if it's already confirmed. */
const confirmationLink = ({ keys, now, to, person: { id, email, confirmedAt } }: Confirming): string | null =>
  confirmedAt ? null : `${to.address}/mail#confirm=${confirmationToken(keys, { userId: id, email }, now)}`

export const welcome: WriteLetter = async (due) => {
  const confirmation = confirmationLink(due)
  return {
    subject: 'Welcome to Firstbell',
    preview: 'Your planner is ready. Here’s how to start.',
    heading: 'Welcome to Firstbell',
    body: [
      hello(due.to),
      'Your planner is ready. Type out a typical school day, and Firstbell fills your week with it. It takes about a minute.',
      'Out for a day? Firstbell turns the lessons you’ve planned into a sub plan.',
    ],
    button: planner(due.to),
    ...(confirmation !== null && {
      link: { before: 'To make sure our emails reach you,', label: 'confirm your email', href: confirmation },
    }),
    why: HAS_ACCOUNT,
  }
}

export const confirmAddress: WriteLetter = async (due) => {
  const confirmation = confirmationLink(due)
  if (confirmation === null) return undefined
  return {
    subject: 'Confirm your email for Firstbell',
    preview: 'One click, so you can get back in if you forget your password.',
    heading: 'Is this your email?',
    body: [hello(due.to), 'You asked us to confirm that our emails reach you at this address. The link is valid for 30 days.'],
    button: { label: 'Confirm my email', href: confirmation },
    after: ['Didn’t ask for this? You can ignore this email.'],
    why: ABOUT_ACCOUNT,
  }
}

export const newDevice: WriteLetter = async ({ db, queuedAt, to, person }) => {
  const userAgent = await browserAt(db, person.id, queuedAt)
  return {
    subject: 'New sign-in to your Firstbell account',
    preview: 'If it was you, you’re all set.',
    heading: 'New sign-in to your account',
    body: [
      hello(to),
      `On ${dayAndTimeOf(queuedAt, to)}, someone signed in with your password from a browser we hadn’t seen before: ${deviceOf(userAgent)}.`,
      'If it was you, you don’t need to do anything. Private windows and browsers with cleared cookies count as new, too.',
      'If it wasn’t you, change your password now: open Account Management, then Security. That signs out every other device.',
    ],
    button: planner(to),
    why: ABOUT_ACCOUNT,
  }
}
