/**
 * Mail to users (docs/decisions/0032).
 * 1. An email is queued in the transaction that causes it, at most once per user, kind, and `about`. Its text is written when it is sent.
 *    Without a mail server, nothing is queued.
 * 2. A job sends the email and retries while the mail server is unavailable. Each attempt has the same message id.
 * 3. An address that doesn't exist is flagged and only receives emails that the user or their school's administrator
 *    requests.
 * 4. Mail to each address is rate-limited, regardless of which user or visitor causes it. Emails over the limit aren't queued.
 */
import type { Db } from '#server/lib/db/client.ts'
import type { Services } from '#server/lib/integrations/integrations.ts'
import { type Mail, MailFailed, Message } from '#server/lib/integrations/mail.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { type CountedKind, isAddressKind, isNews, type MailKind, traitsOf } from '#server/lib/mail/kinds.ts'
import type { Letter, Letters, To } from '#server/lib/mail/letter.ts'
import { CLOSED_MAIL_QUEUE, type MailQueue } from '#server/lib/mail/mail-queue.ts'
import { plainName } from '#server/lib/mail/names.ts'
import { htmlOf, textOf } from './documents.ts'
import { bucketOf, countMail, countTyped } from './limits/actions.ts'
import * as query from './queries.ts'
import type { MailOutcome } from './tables.ts'
import { type Unsubscriber, unsubscribeLinks } from './unsubscribe/policy.ts'

/** Returns the mail queue for other features. */
export const makeMailQueue = ({ mail }: Pick<Services, 'mail'>, keys: KeyRing): MailQueue => {
  if (!mail) return CLOSED_MAIL_QUEUE
  const send = async (db: Db, { id, email, kind }: { id: string; email: string; kind: CountedKind }, now: Date): Promise<number> => {
    const wait = await countMail(db, keys, { email, kind }, now)
    if (wait > 0) await query.deleteMail(db, id)
    else await enqueue(db, 'send-mail', { mailId: id }, { isUrgent: traitsOf(kind).isUrgent === true })
    return wait
  }
  const queue: MailQueue['queue'] = async (db, { userId, kind, about = '' }, now) => {
    const mail = await query.insertMail(db, { userId, kind, about, now })
    return mail ? send(db, { ...mail, kind }, now) : 0
  }
  return {
    isOpen: true,
    queue,
    queueToAll: async (db, { userIds, ...mail }, now) => {
      // Update the rate-limit buckets in a fixed order. Otherwise concurrent transactions could deadlock.
      const people = await query.addressesOf(db, userIds)
      const inOrder = people.map(({ id, email }) => ({ id, bucket: bucketOf(keys, email, mail.kind) }))
      inOrder.sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
      for (const { id } of inOrder) await queue(db, { ...mail, userId: id }, now)
    },
    queueToAddress: async (db, { kind, about, email }, now) => {
      const id = await query.insertMailToAddress(db, { kind, about, now })
      return send(db, { id, email, kind }, now)
    },
    isSilent: (db, email) => query.isSilent(db, keys.fingerprints('mail', email)),
    countTyped: (db, userId, now) => countTyped(db, keys, userId, now),
    count: (db, mail, now) => countMail(db, keys, mail, now),
    send: async (db, { id, kind, person, letter }, now) => {
      const { id: userId, email, bouncedAt } = person
      const to = { email, who: { userId }, isSilent: false, wantsNews: true }
      const outcome = await deliver({ mail, keys }, { id, kind, letter: letter(greeted(mail, person)), to })
      await db.transaction(async (db) => {
        await query.insertSentMail(db, { id, userId, kind, about: id, outcome, now })
        await noteBounce(db, { userId, bouncedAt, outcome, now })
      })
    },
  }
}

/** The recipient of an email. */
type Recipient = { email: string; who: Unsubscriber; isSilent: boolean; wantsNews: boolean }

export type Sending = { mail: Mail; keys: KeyRing }

/**
 * Sends an email unless the recipient has opted out or their address is flagged. Returns the outcome. Throws `MailFailed` if a retry may
 * succeed.
 */
export const deliver = async (
  { mail, keys }: Sending,
  { id, kind, letter, to }: { id: string; kind: MailKind; letter: Letter; to: Recipient },
): Promise<MailOutcome> => {
  const news = isNews(kind)
  if (to.isSilent || (news && !to.wantsNews)) return 'unwanted'
  const out = news ? unsubscribeLinks(keys, to.who, mail.about.address) : undefined
  const frame = { ...mail.about, unsubscribe: out?.page ?? null }
  const files = letter.attachments && { attachments: letter.attachments }
  const content = { subject: letter.subject.replaceAll('\u00A0', ' '), text: textOf(letter, frame), html: htmlOf(letter, frame), ...files }
  const message = { id, to: { name: '', address: to.email }, ...content, ...(out && { unsubscribe: out.post }) }
  // Google may return an address that we can't send to. Such an email must not block the ones queued behind it.
  if (!Message.safeParse(message).success) return 'refused'
  try {
    await mail.send(message)
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailFailed) || error.reason === 'away') throw error
    return error.reason
  }
}

/** Returns the server's base URL, and the recipient's name and time zone, for use in an email. */
export const greeted = ({ about }: Mail, { displayName, timezone }: { displayName: string | null; timezone: string }): To => ({
  address: about.address,
  name: plainName(displayName, '') || null,
  timezone,
})

type Ended = { userId: string; bouncedAt: Date | null; outcome: MailOutcome; now: Date }

/** Flags an address that turned out not to exist, and clears the flag once mail reaches it again. */
const noteBounce = async (db: Db, { userId, bouncedAt, outcome, now }: Ended): Promise<void> => {
  if (outcome === 'unknown') await query.setBounced(db, userId, now)
  else if (outcome === 'sent' && bouncedAt) await query.setBounced(db, userId, null)
}

const STRANGER = { displayName: null, timezone: 'UTC' }

type Stored = NonNullable<Awaited<ReturnType<typeof query.mailToSend>>>
type Call = Pick<JobCall, 'db' | 'keys' | 'now'> & { mail: Mail; letters: Partial<Letters> }

/** Returns the letter and the recipient for a queued email, or undefined if the reason for the email no longer applies. */
const written = async (
  { db, keys, now, mail, letters }: Call,
  { mail: { kind, about, queuedAt }, person }: Stored,
): Promise<{ letter: Letter; to: Recipient } | undefined> => {
  const known = person && person.email !== null ? { ...person, email: person.email } : null
  const due = { db, keys, now, about, queuedAt, to: greeted(mail, known ?? STRANGER) }
  if (known) {
    const letter = await letters[kind]?.({ ...due, person: known })
    const { id: userId, email, bouncedAt, wantsNews } = known
    // An email that was requested is sent even to an address that bounced before.
    const isSilent = bouncedAt !== null && kind !== 'confirm-address'
    return letter && { letter, to: { email, who: { userId }, isSilent, wantsNews } }
  }
  const letter = isAddressKind(kind) ? await letters[kind]?.({ ...due, person: null }) : undefined
  if (letter?.email === undefined) return undefined
  const { email } = letter
  const isSilent = await query.isSilent(db, keys.fingerprints('mail', email))
  return { letter, to: { email, who: { address: email }, isSilent, wantsNews: true } }
}

/**
 * Sends a queued email. Skips an email that was already sent or whose user has been deleted. Throws `MailFailed` if a retry may succeed.
 */
export const sendQueued = async (
  { db, keys, now, services: { mail } }: Pick<JobCall, 'db' | 'keys' | 'now' | 'services'>,
  id: string,
  letters: Partial<Letters>,
): Promise<void> => {
  if (!mail) throw new Error('Email isn’t set up on this server.')
  const stored = await query.mailToSend(db, id)
  if (!stored) return
  const ready = await written({ db, keys, now, mail, letters }, stored)
  const outcome = ready ? await deliver({ mail, keys }, { id, kind: stored.mail.kind, ...ready }) : 'moot'
  await db.transaction(async (db) => {
    await query.endMail(db, id, outcome, now)
    const { person } = stored
    if (person) await noteBounce(db, { userId: person.id, bouncedAt: person.bouncedAt, outcome, now })
    else if (outcome === 'unknown' && ready) await query.silence(db, keys.fingerprints('mail', ready.to.email)[0], now)
  })
}
