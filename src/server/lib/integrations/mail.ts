/** The mail server interface, implemented in open-mail.ts. */
import { z } from 'zod'

/** Installation settings used in email content. */
type Installation = {
  /** The installation's public URL. Links in emails always start with it, never with a host name from a request. */
  address: string
  contactEmail: string
  /** True if the installation has no trials or plans. */
  isFree: boolean
}

export type MailSettings = { url: string; from: { name: string; address: string }; about: Installation }

const OneLine = z
  .string()
  .min(1)
  .max(300)
  .regex(/^\P{Cc}*$/u)

/** A single email address. Neither part can contain characters that a mail server could interpret as another header or address. */
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

/** Larger attachments are refused by many mail servers, which allow 10 MB in base64. */
const ATTACHMENT_BYTES = 7 * 1024 * 1024

const Attachment = z.strictObject({
  /** Never a text by a user, because it becomes a header. */
  name: z.string().regex(/^[\w-]{1,80}\.pdf$/),
  contentType: z.literal('application/pdf'),
  bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= ATTACHMENT_BYTES),
})
export type Attachment = z.input<typeof Attachment>

/** True if an attachment can be sent. */
export const canAttach = (attachment: Attachment): boolean => Attachment.safeParse(attachment).success

/** An email to one recipient. */
export const Message = z.strictObject({
  /** Identical for every attempt, so that mail servers can detect duplicates. */
  id: z.string().regex(/^[\w-]{8,100}$/),
  to: Address,
  subject: OneLine,
  text: z.string(),
  html: z.string(),
  attachments: z.array(Attachment).max(1).optional(),
  /** URL where a single POST unsubscribes the recipient from this kind of mail (RFC 8058). Undefined for mail about the account. */
  unsubscribe: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .regex(/^[^\s<>,]+$/)
    .optional(),
})
export type Message = z.input<typeof Message>

/** A mail server. Calls finish within 30 seconds and throw {@link MailFailed} on failure. */
export type Mail = {
  readonly about: Installation
  /** Resolves when the mail server has accepted the email. Throws if it isn't a valid {@link Message}. */
  send: (message: Message) => Promise<void>
}

/**
 * The mail server didn't accept an email. `away`: the failure is temporary or caused by the operator's configuration. `refused`: the server
 * will never accept this email. `unknown`: the address doesn't exist.
 */
export class MailFailed extends Error {
  override name = 'MailFailed'
  readonly reason: 'away' | 'refused' | 'unknown'
  constructor(reason: 'away' | 'refused' | 'unknown', message: string) {
    super(message)
    this.reason = reason
  }
}
