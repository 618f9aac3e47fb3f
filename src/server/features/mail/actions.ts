/**
 * Mail to users (docs/decisions/0032).
 * 1. A mail is queued in the transaction that causes it, at most once per user, kind and `about`. Its text is written when it
 * is sent. Without a mail server, nothing is queued.
 * 2. A job sends it and retries while the mail server is unavailable. Each attempt has the same message id.
 * 3. An address that doesn't exist is flagged and only receives mail the user explicitly requests.
 * 4. Mail to each address is rate-limited, no matter who causes it. Mail over the limit isn't queued.
 */
import { randomUUID } from 'node:crypto'
import type { Db } from '#server/lib/db/client.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { CLOSED_POST, type CountedKind, type MailKind, type Post } from '#server/lib/mail/post.ts'
import { type Mail, MailFailed, Message } from '#server/lib/outside/mail.ts'
import type { Services } from '#server/lib/outside/world.ts'
import { htmlOf, textOf } from './documents.ts'
import { bucketOf, countMail } from './limits/actions.ts'
import { campaign, type Letter, type To } from './mails.ts'
import { isNews, LEAVES_FIRST, type Unsubscriber, unsubscribeToken } from './policy.ts'
import * as query from './queries.ts'
import type { MailOutcome } from './tables.ts'

/** Returns the mail queue for other features. */
export const makePost = ({ mail }: Pick<Services, 'mail'>, keys: KeyRing): Post => {
  if (!mail) return CLOSED_POST
  const send = async (db: Db, { id, email, kind }: { id: string; email: string; kind: CountedKind }, now: Date): Promise<number> => {
    const wait = await countMail(db, keys, { email, kind }, now)
    if (wait > 0) await query.deleteMail(db, id)
    else await enqueue(db, 'send-mail', { mailId: id }, { isUrgent: LEAVES_FIRST.includes(kind) })
    return wait
  }
  const queue: Post['queue'] = async (db, { userId, kind, about = '' }, now) => {
    const mail = await query.insertMail(db, { userId, kind, about, now })
    return mail ? send(db, { ...mail, kind }, now) : 0
  }
  return {
    isOpen: true,
    queue,
    queueToAll: async (db, { userIds, ...mail }, now) => {
      // Take the rate-limit buckets in a fixed order, or concurrent transactions could deadlock.
      const people = await query.addressesOf(db, userIds)
      const inOrder = people.map(({ id, email }) => ({ id, bucket: bucketOf(keys, email, mail.kind) }))
      inOrder.sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
      for (const { id } of inOrder) await queue(db, { ...mail, userId: id }, now)
    },
    queueToAddress: async (db, { kind, about, email }, now) => {
      const id = await query.insertMailToAddress(db, { kind, about, now })
      return send(db, { id, email, kind }, now)
    },
    count: (db, mail, now) => countMail(db, keys, mail, now),
  }
}

/** The recipient of a mail. */
export type Recipient = { email: string; who: Unsubscriber; isSilent: boolean; wantsNews: boolean }

type Sending = { mail: Mail; keys: KeyRing }

/** Returns the URL for one-click unsubscribe (POST) and the page that the unsubscribe link opens. */
const waysOut = ({ mail, keys }: Sending, who: Unsubscriber) => {
  const token = unsubscribeToken(keys, who)
  const { address } = mail.about
  return { post: `${address}/api/mail/unsubscribe?token=${token}`, page: `${address}/mail#unsubscribe=${token}` }
}

/** Sends a mail unless the recipient doesn't want it. Returns the outcome; throws `MailFailed` if a retry may succeed. */
export const deliver = async (
  sending: Sending,
  { id, kind, letter, to }: { id: string; kind: MailKind; letter: Letter; to: Recipient },
): Promise<MailOutcome> => {
  const { mail } = sending
  const news = isNews(kind)
  if (to.isSilent || (news && !to.wantsNews)) return 'unwanted'
  const out = news ? waysOut(sending, to.who) : undefined
  const frame = { ...mail.about, unsubscribe: out?.page ?? null }
  const content = { subject: letter.subject, text: textOf(letter, frame), html: htmlOf(letter, frame) }
  const message = { id, to: { name: '', address: to.email }, ...content, ...(out && { unsubscribe: out.post }) }
  // Google may return an address that we can't send to. It must not block the mails behind it.
  if (!Message.safeParse(message).success) return 'refused'
  try {
    await mail.send(message)
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailFailed) || error.reason === 'away') throw error
    return error.reason
  }
}

/** Sends a campaign mail to its author right away, even if they unsubscribed. Throws `MailFailed`. Test mails aren't recorded. */
export const sendTest = async (db: Db, sending: Sending, userId: string, words: { subject: string; text: string }): Promise<void> => {
  const person = await query.personOf(db, userId)
  if (!person?.email) throw new Error('The author of a mail has no address')
  const letter = campaign(greeted(sending.mail, person), words)
  const to = { email: person.email, who: { userId }, isSilent: false, wantsNews: true }
  const outcome = await deliver(sending, { id: randomUUID(), kind: 'campaign', letter, to })
  if (outcome !== 'sent')
    throw new MailFailed(outcome === 'unknown' ? 'unknown' : 'refused', 'The mail server rejected a mail to your address.')
}

/**
 * Matches text that mail programs turn into a link, even without `www`: a dot between a letter or digit and at least two letters.
 * Initials such as "J.R. Smith" don't match.
 */
const SITE = /:\/\/|www\.|\w\.\w+\/|[\p{L}\p{N}][.。]\p{L}{2,}/iu
/** Matches characters that look like that dot between Latin letters, except the Catalan middle dot in "Gal·la". */
const NEARLY_SITE = /[\p{Script=Latin}\p{N}](?!(?<=l)·l)[·•‧∙⋅・۔]\p{Script=Latin}{2,}/iu
/** Matches seven digits with any separators. Names of people and schools contain at most a year or a number. */
const PHONE = /\p{Nd}(?:[\s().+/-]*\p{Nd}){6}/u

/** Returns the name on one line, or `otherwise` if it's empty, too long, or contains a website or phone number. */
export const plainName = (name: string | null, otherwise: string): string => {
  const line = (name ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()
  // NFKC turns other code points for a full stop into one: U+2024, fullwidth, halfwidth, small.
  const plain = line.normalize('NFKC')
  const isSaid = line !== '' && line.length <= 80 && ![SITE, NEARLY_SITE, PHONE].some((other) => other.test(plain))
  return isSaid ? line : otherwise
}

/** Returns the server's address and the recipient's name and time zone for a mail. */
export const greeted = ({ about }: Mail, { displayName, timezone }: { displayName: string | null; timezone: string }): To => ({
  address: about.address,
  name: plainName(displayName, '') || null,
  timezone,
})
