/** The page on which the user chooses an account and grants access. */
import { html, page } from '../stripe/pages/html.ts'
import { KNOWN, type Person, personOf } from './people.ts'

const SAID = 'A stand-in for Google on this machine. Nobody is asked for a password.'

/** The user's choice, or undefined if they declined. */
export type Chosen = { person: Person; withDrive: boolean } | undefined

/** Returns the page for one sign-in. `hint` is the requested account. */
export const choosePage = ({ hint = '', asksForDrive }: { hint?: string | undefined; asksForDrive: boolean }): string =>
  page(
    'Sign in with Google',
    html`<form method="post"><section aria-labelledby="who"><h2 id="who">Choose an account to continue to Firstbell</h2>
${KNOWN.map(({ name, email }) => html`<p><button name="person" value="${email}">${name ?? ''} · ${email}</button></p>`)}
<label>Another address <input name="email" type="email" value="${hint}" autocomplete="off"></label>
<p><button name="person" value="" class="first">Continue</button></p></section>
<section aria-labelledby="how"><h2 id="how">What Google says of them</h2>
<p><label><span><input type="checkbox" name="unverified"> The address has not been verified</span></label></p>
${asksForDrive && html`<p>Firstbell wants to see and open the files of Google Drive that you choose for it.</p><p><label><span><input type="checkbox" name="closed"> Keep Drive closed</span></label></p>`}
</section><button name="deny" value="yes" formnovalidate>Cancel</button></form>`,
    { said: SAID },
  )

/** Returns the choice from a form submitted on {@link choosePage}. `known` returns the account that a test created for an email address. */
export const chosenIn = (pressed: URLSearchParams, known: (email: string) => Person | undefined): Chosen => {
  const email = pressed.get('person') || pressed.get('email') || ''
  if (pressed.has('deny') || !email.includes('@')) return undefined
  const person = known(email) ?? personOf(email)
  return { person: pressed.has('unverified') ? { ...person, isVerified: false } : person, withDrive: !pressed.has('closed') }
}
