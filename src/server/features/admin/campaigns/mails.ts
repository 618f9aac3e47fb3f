import { HAS_ACCOUNT, hello, type Letter, planner, type To, type WriteLetter } from '#server/lib/mail/letter.ts'
import { paragraphsOf } from '#shared/mail/campaigns/rules.ts'
import { campaignText } from './queries.ts'

/** An email from a platform admin to many users. */
export const campaignLetter = (to: To, { subject, text }: { subject: string; text: string }): Letter => ({
  subject,
  preview: paragraphsOf(text)[0]?.slice(0, 120) ?? '',
  heading: subject,
  body: [hello(to), ...paragraphsOf(text)],
  button: planner(to),
  why: HAS_ACCOUNT,
})

export const campaign: WriteLetter = async ({ db, about, to }) => {
  const words = await campaignText(db, about)
  return words && campaignLetter(to, words)
}
