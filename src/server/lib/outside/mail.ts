/** What we need of a mail server. The real one is open-mail.ts. */
import { z } from 'zod'

/** What mails say of this installation. */
type Installation = {
  /** Where people reach it. Links in mail begin with it, and never with what a call says. */
  address: string
  contactEmail: string
  /** Nobody has a trial or a plan here. */
  isFree: boolean
}

/** Where mail goes out, and in whose name. */
export type MailSettings = { url: string; from: { name: string; address: string }; about: Installation }

const OneLine = z
  .string()
  .min(1)
  .max(300)
  .regex(/^\P{Cc}*$/u)

/** One address. Neither part can hold what a mail server could read as another header or another address. */
const Address = z.strictObject({
  name: z
    .string()
    .max(100)
    .regex(/^[^\p{Cc},;:"'<>()[\]\\@]*$/u),
  address: z
    .email()
    .max(254)
    .regex(/^[^\p{Cc},;:"<>()[\]\\\s]+$/u),
})

/** A mail to one person. */
export const Message = z.strictObject({
  /** The same for each try, so that one who gets it twice has it once. */
  id: z.string().regex(/^[\w-]{8,100}$/),
  to: Address,
  subject: OneLine,
  text: z.string(),
  html: z.string(),
  /** Where one POST ends mails of this kind (RFC 8058); undefined for what is about the account. */
  unsubscribe: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .regex(/^[^\s<>,]+$/)
    .optional(),
})
export type Message = z.input<typeof Message>

/** A call ends within half a minute, and fails with {@link MailFailed}. */
export type Mail = {
  readonly about: Installation
  /** Resolves when the mail server has taken the mail. Throws an error for one that is no {@link Message}. */
  send: (message: Message) => Promise<void>
}

/**
 * Why a mail was not taken. `away`: for now, or for want of what the operator can mend. `refused`: this mail never will be.
 * `unknown`: nobody has this address.
 */
export class MailFailed extends Error {
  override name = 'MailFailed'
  readonly reason: 'away' | 'refused' | 'unknown'
  constructor(reason: 'away' | 'refused' | 'unknown', message: string) {
    super(message)
    this.reason = reason
  }
}
