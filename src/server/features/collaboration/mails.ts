import { HAS_ACCOUNT, hello, type WriteLetter } from '#server/lib/mail/letter.ts'
import { nameAndAddress } from '#server/lib/mail/names.ts'
import { INVITES_ADDRESS } from '#shared/addresses.ts'
import { inviterOf } from './queries.ts'

export const invited: WriteLetter = async ({ db, about, to, person }) => {
  const found = await inviterOf(db, person.id, about)
  if (!found) return undefined
  const inviter = nameAndAddress(found.name, found.email)
  return {
    // Anyone can send an invitation under any name, so the subject, which the inbox shows, omits the name.
    subject: 'A teacher wants to share lesson plans with you',
    preview: 'Accept to see their schedule in Firstbell.',
    heading: 'A teacher wants to share a schedule with\u00A0you',
    body: [
      hello(to),
      `${inviter} invited you to view their schedule in Firstbell. If you accept, you can see their days, copy lessons into your own planner, and make sub plans for them. They won’t see anything of yours.`,
    ],
    button: { label: 'View invitation', href: `${to.address}${INVITES_ADDRESS}` },
    why: HAS_ACCOUNT,
  }
}
