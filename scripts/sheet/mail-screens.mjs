/** One mail of each kind that the sheet's people receive (scripts/sheet/people.mjs). */

/** @typedef {import('../screens.mjs').Screen} Screen */

/** Names and subjects. @type {[string, RegExp][]} */
const MAILS = [
  ['welcome', /^Welcome to Firstbell/],
  ['confirm-address', /^Confirm your email/],
  ['password-reset', /^Reset your Firstbell password/],
  ['how-to-sign-in', /^How to sign in/],
  ['set-password', /^Your Firstbell account$/],
  ['new-device', /^New sign-in/],
  ['trial-ending', /trial ends on/],
  ['trial-ended', /trial has ended$/],
  ['renewal', /plan renews on/],
  ['payment-failed', /payment didn’t go through/],
  ['invited', /wants to share/],
  ['school-invited', /^Join .* on Firstbell/],
  ['school-administrator', /has a new administrator on/],
  ['role-changed', /^You’re now a Firstbell admin$/],
  ['campaign', /^New this month/],
]

export const MAIL_SUBJECTS = MAILS.map(([, subject]) => subject)

/** @type {Screen[]} */
export const MAIL_SCREENS = MAILS.map(([name, mail]) => ({ name: `mail-${name}`, as: 'nobody', mail }))
