import { confirmationToken } from '#server/features/people/policy.ts'
import { ABOUT_ACCOUNT, HAS_ACCOUNT, hello, planner, type WriteLetter } from '#server/lib/mail/letter.ts'

type Confirming = Parameters<WriteLetter>[0]

/** Returns the link that confirms the address, or null if the address is already confirmed. */
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
    heading: 'Confirm your email',
    body: [hello(due.to), 'Please confirm that our emails reach you at this address. The link is valid for 30 days.'],
    button: { label: 'Confirm my email', href: confirmation },
    after: ['Don’t have a Firstbell account? You can ignore this email.'],
    why: ABOUT_ACCOUNT,
  }
}
