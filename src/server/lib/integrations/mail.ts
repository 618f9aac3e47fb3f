/** The interface of a mail server. The real one is open-mail.ts. */
import { z } from 'zod'

/** What mail contains about this installation. */
type Installation = {
  /** The installation's public address. Links in mail always start with it, never with an address from a request. */
  address: string
  contactEmail: string
  /** Trials and plans are turned off here. */
  isFree: boolean
}

/** The mail server, the sender, and the installation. */
export type MailSettings = { url: string; from: { name: string; address: string }; about: Installation }

const OneLine = z
  .string()
  .min(1)
  .max(300)
  .regex(/^\P{Cc}*$/u)

/** One address. Neither part can contain anything that a mail server could read as another header or address. */
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

/** An email to one person. */
export const Message = z.strictObject({
  /** The same for each attempt, so that mail servers can detect duplicates. */
  id: z.string().regex(/^[\w-]{8,100}$/),
  to: Address,
  subject: OneLine,
  text: z.string(),
  html: z.string(),
  /** Address where one POST unsubscribes from this kind of mail (RFC 8058). Undefined for mail about the account. */
  unsubscribe: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .regex(/^[^\s<>,]+$/)
    .optional(),
})
export type Message = z.input<typeof Message>

/** A mail server. Calls end within half a minute, and fail with {@link MailFailed}. */
export type Mail = {
  readonly about: Installation
  /** Resolves when the mail server has accepted the email. Throws if it isn't a valid {@link Message}. */
  send: (message: Message) => Promise<void>
}

/**
 * An email that wasn't accepted. `away`: the failure is temporary or due to the operator's configuration. `refused`: this
 * email will never be accepted. `unknown`: the address doesn't exist.
 */
export class MailFailed extends Error {
  override name = 'MailFailed'
  readonly reason: 'away' | 'refused' | 'unknown'
  constructor(reason: 'away' | 'refused' | 'unknown', message: string) {
    super(message)
    this.reason = reason
  }
}
