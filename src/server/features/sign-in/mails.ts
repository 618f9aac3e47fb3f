import { ABOUT_ACCOUNT, dayAndTimeOf, hello, type WriteLetter } from '#server/lib/mail/letter.ts'
import { SECURITY_ADDRESS } from '#shared/addresses.ts'
import { knownDeviceOf } from '#shared/sign-in/sessions/rules.ts'
import { browserAt } from './queries.ts'

export const newDevice: WriteLetter = async ({ db, queuedAt, to, person }) => {
  const device = knownDeviceOf(await browserAt(db, person.id, queuedAt))
  return {
    subject: 'New sign-in to your Firstbell account',
    preview: 'If it was you, you’re all set.',
    heading: 'New sign-in to your account',
    body: [
      hello(to),
      'Someone signed in with your password from a browser we hadn’t seen before.',
      [...(device === undefined ? [] : [['Device', device] as const]), ['Time', dayAndTimeOf(queuedAt, to)]],
      'If it was you, you don’t need to do anything. Private windows and browsers with cleared cookies count as new, too.',
      'If it wasn’t you, change your password now. That signs out every other device.',
    ],
    button: { label: 'Change my password', href: `${to.address}${SECURITY_ADDRESS}`, isQuiet: true },
    why: ABOUT_ACCOUNT,
  }
}
