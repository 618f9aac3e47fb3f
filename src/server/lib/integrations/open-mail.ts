/**
 * An SMTP mail server. Loaded only if configured.
 *
 * 1. Addresses are passed to Nodemailer as validated objects, so that user input can't become a header or another address.
 * 2. Mail is encrypted in transit, unless the server is on this machine or the operator opts out (`?ignoreTLS=true`).
 * 3. A rejected address is distinguished from an error in our own configuration.
 * 4. Errors contain a code and a step, but never the content or the recipient.
 */
import { createTransport } from 'nodemailer'
import { type Mail, MailFailed, type MailSettings, Message } from './mail.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 15_000
const AT_ONCE = 3

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

/** True if the server reports that the address doesn't exist. In RFC 3463, 5.1.x means a bad address and 5.2.1 a disabled mailbox. */
const isOfAddress = (status: number, response: string): boolean => {
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return detail === undefined ? [550, 551, 553].includes(status) : /^5\.(?:1\.|2\.1$)/.test(detail)
}

/** Returns the error for an email that the mail server didn't accept, without including any of the email's content. */
const failureOf = (error: unknown): MailFailed => {
  const { code, command, responseCode, response } = error as SmtpError
  const status = typeof responseCode === 'number' ? responseCode : 0
  const step = /^[A-Z ]{3,20}$/.exec(String(command))?.[0] ?? 'connecting'
  if (status >= 500 && command === 'RCPT TO' && isOfAddress(status, String(response)))
    return new MailFailed('unknown', `The address was rejected with ${status}`)
  if (status >= 500 && command === 'DATA') return new MailFailed('refused', `The email was rejected with ${status}`)
  return new MailFailed(
    'away',
    `The mail server failed at ${step}: ${status || (/^[A-Z]{1,30}$/.exec(String(code))?.[0] ?? 'no response')}`,
  )
}

const transportFor = ({ url, from }: MailSettings) => {
  const { hostname, searchParams } = new URL(url)
  return createTransport(
    {
      url,
      pool: true,
      maxConnections: AT_ONCE,
      // Our jobs already retry with backoff.
      maxRequeues: 0,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      requireTLS: !LOOPBACK.test(hostname) && searchParams.get('ignoreTLS') !== 'true',
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
}

/** Connects and signs in to the mail server, and sends nothing. Throws {@link MailFailed}. */
export const verifyMail = async (settings: MailSettings): Promise<void> => {
  const transport = transportFor(settings)
  try {
    await transport.verify()
  } catch (error) {
    throw failureOf(error)
  } finally {
    transport.close()
  }
}

export const openMail = (settings: MailSettings): Mail => {
  const { about } = settings
  const transport = transportFor(settings)
  const { hostname: host } = new URL(about.address)
  return {
    about,
    send: async (message) => {
      const { id, to, subject, text, html, attachments = [], unsubscribe } = Message.parse(message)
      const list = unsubscribe && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      const files = attachments.map(({ name, contentType, bytes }) => ({ filename: name, contentType, content: Buffer.from(bytes) }))
      const headers = { 'Auto-Submitted': 'auto-generated', ...list }
      try {
        await transport.sendMail({ to, subject, text, html, attachments: files, messageId: `<${id}@${host}>`, headers })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}
