/**
 * Mail to people (docs/decisions/0032).
 *
 * 1. A mail is queued in the transaction of its cause, once for each person, kind and thing that it is about; what it says is
 *    read when it is sent. Where no mail server is set up nothing is queued.
 * 2. It is sent by a job, which tries again while the mail server is away. Each try carries the same id.
 * 3. An address that is nobody's is marked, and gets no more mail but what its person asks for.
 * 4. Mail to one address is limited, whoever causes it; what is over the limit isn't queued.
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

/** Returns by what other features have mail sent. */
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
      // Always in one order: two transactions that each hold a bucket that the other wants would wait for ever.
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

/** Whom a mail is for. */
export type Recipient = { email: string; who: Unsubscriber; isSilent: boolean; wantsNews: boolean }

type Sending = { mail: Mail; keys: KeyRing }

/** Returns the address that one POST unsubscribes at, and the page for who presses the link. */
const waysOut = ({ mail, keys }: Sending, who: Unsubscriber) => {
  const token = unsubscribeToken(keys, who)
  const { address } = mail.about
  return { post: `${address}/api/mail/unsubscribe?token=${token}`, page: `${address}/mail#unsubscribe=${token}` }
}

/** Sends a mail, unless it is unwanted. Returns what became of it; throws `MailFailed` where it may be tried again. */
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
  // An address that came from Google may be one that no mail of ours goes to; the others must not wait for it.
  if (!Message.safeParse(message).success) return 'refused'
  try {
    await mail.send(message)
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailFailed) || error.reason === 'away') throw error
    return error.reason
  }
}

/**
 * Sends a mail as many would get it to whoever writes it, at once; their unsubscribing does not hold it back. Throws
 * `MailFailed`. What is tried out is not written down.
 */
export const sendTest = async (db: Db, sending: Sending, userId: string, words: { subject: string; text: string }): Promise<void> => {
  const person = await query.personOf(db, userId)
  if (!person?.email) throw new Error('Who writes a mail has an address')
  const letter = campaign(greeted(sending.mail, person), words)
  const to = { email: person.email, who: { userId }, isSilent: false, wantsNews: true }
  const outcome = await deliver(sending, { id: randomUUID(), kind: 'campaign', letter, to })
  if (outcome !== 'sent') throw new MailFailed(outcome === 'unknown' ? 'unknown' : 'refused', 'It did not take a mail to your address.')
}

/**
 * What a mail program makes a link of, also without `www`: a dot between a letter or digit and at least two letters. Initials
 * stay names, as in "J.R. Smith".
 */
const SITE = /:\/\/|www\.|\w\.\w+\/|[\p{L}\p{N}][.。]\p{L}{2,}/iu
/** What only looks like that dot, between Latin letters; not that of Catalan, as in "Gal·la". */
const NEARLY_SITE = /[\p{Script=Latin}\p{N}](?!(?<=l)·l)[·•‧∙⋅・۔]\p{Script=Latin}{2,}/iu
/** Seven digits, however they are grouped: the name of a person or a school has no more than a year or a number. */
const PHONE = /\p{Nd}(?:[\s().+/-]*\p{Nd}){6}/u

/** A name as a mail may say it: one line, and neither a site to visit nor a number to call. */
export const plainName = (name: string | null, otherwise: string): string => {
  const line = (name ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()
  // Dots that are a full stop by another code point become one: U+2024, fullwidth, halfwidth, small.
  const plain = line.normalize('NFKC')
  const isSaid = line !== '' && line.length <= 80 && ![SITE, NEARLY_SITE, PHONE].some((other) => other.test(plain))
  return isSaid ? line : otherwise
}

/** Returns where a mail comes from and how it greets. */
export const greeted = ({ about }: Mail, { displayName, timezone }: { displayName: string | null; timezone: string }): To => ({
  address: about.address,
  name: plainName(displayName, '') || null,
  timezone,
})
