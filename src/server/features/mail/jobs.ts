import { z } from 'zod'
import { forEachPage } from '#server/lib/jobs/pages.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import type { MailKind } from '#server/lib/mail/post.ts'
import type { Mail } from '#server/lib/outside/mail.ts'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'
import { deliver, greeted, plainName, type Recipient } from './actions.ts'
import { wordsOf } from './campaigns/queries.ts'
import { deleteLimitsBefore } from './limits/queries.ts'
import * as write from './mails.ts'
import { confirmationToken } from './policy.ts'
import * as query from './queries.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 366 * DAY_MS
/** How long before the end of a trial users are notified, once. The planner itself shows it every day. */
const TRIAL_NOTICE_MS = 2 * DAY_MS
/** The same for the renewal of a yearly plan. A monthly plan would mean a mail every month, so it has none. */
const RENEWAL_NOTICE_MS = 7 * DAY_MS
const AT_ONCE = 100

type Stored = NonNullable<Awaited<ReturnType<typeof query.mailToSend>>>
type Written = { letter: write.Letter; to: Recipient } | undefined
type Call = Pick<JobCall, 'db' | 'keys' | 'now'> & { mail: Mail }

const STRANGER = { displayName: null, timezone: 'UTC' }

/** Returns the inviter's name with their email address, because a name alone can be anyone's. */
const nameAndAddress = (name: string | null, email: string | null): string => {
  const said = plainName(name, '')
  return said && email ? `${said} (${email})` : said || email || 'Someone'
}

/** Returns the mail for a school invitation; undefined if it's no longer pending. */
const toAddress = async ({ db, keys, mail }: Call, { mail: { about }, person }: Stored): Promise<Written> => {
  const found = await query.schoolInvitation(db, about)
  if (!found) return undefined
  const { email, inviter, inviterEmail } = found
  const said = {
    inviter: nameAndAddress(inviter, inviterEmail),
    school: plainName(found.school, 'A school'),
    hasAccount: person !== null,
  }
  const letter = write.schoolInvited(greeted(mail, person ?? STRANGER), said)
  if (person?.email) return { letter, to: recipient('school-invited', { ...person, email: person.email }) }
  const isSilent = await query.isSilent(db, keys.fingerprints('mail', email))
  return { letter, to: { email, who: { address: email }, isSilent, wantsNews: true } }
}

type Person = NonNullable<Stored['person']> & { email: string }

/** A requested mail is sent even to an address that bounced before. */
const recipient = (kind: MailKind, { id, email, bouncedAt, wantsNews }: Person): Recipient => ({
  email,
  who: { userId: id },
  isSilent: bouncedAt !== null && kind !== 'confirm-address',
  wantsNews,
})

/** Returns the text of a mail to a user; undefined if its reason no longer applies. */
const letterTo = async ({ db, keys, now, mail }: Call, { kind, about, queuedAt }: Stored['mail'], person: Person) => {
  const { id: userId, email, confirmedAt } = person
  const to = greeted(mail, person)
  const confirmation = confirmedAt ? null : `${to.address}/mail#confirm=${confirmationToken(keys, { userId, email }, now)}`
  const plan = async (status: string) => {
    const found = await query.planOf(db, userId)
    return found?.status === status ? found : undefined
  }
  const paid = () => query.subscriptionOf(db, userId, about.split(' ', 1)[0] ?? '')
  const letters: { [Kind in MailKind]?: () => Promise<write.Letter | undefined> } = {
    welcome: async () => write.welcome(to, { confirmation }),
    'confirm-address': async () => (confirmation === null ? undefined : write.confirmAddress(to, { confirmation })),
    'new-device': async () => write.newDevice(to, { at: queuedAt, userAgent: await query.browserAt(db, userId, queuedAt) }),
    'trial-ending': async () => {
      const trial = await plan('TRIAL')
      const endsAt = trial && new Date(trial.freeTrialStarted.getTime() + TRIAL_DAYS * DAY_MS)
      return endsAt && endsAt > now ? write.trialEnding(to, { endsAt }) : undefined
    },
    'trial-ended': async () => (await plan('TRIALEXPIRED')) && write.trialEnded(to),
    renewal: async () => {
      const found = await paid()
      const renews = found?.status === 'active' && found.endsAt === null && found.periodEnd > now
      return renews ? write.renewal(to, { renewsAt: found.periodEnd, amount: found.amount }) : undefined
    },
    'payment-failed': async () => {
      const { status } = (await paid()) ?? {}
      return status === 'past_due' || status === 'unpaid' ? write.paymentFailed(to) : undefined
    },
    campaign: async () => {
      const words = await wordsOf(db, about)
      return words && write.campaign(to, words)
    },
    'role-changed': async () => {
      const [subject = '', change, at = ''] = about.split(' ')
      const who = await query.personOf(db, subject)
      const name = plainName(who?.displayName ?? null, who?.email ?? 'Someone')
      return who && write.roleChanged(to, { who: name, isMade: change === 'made', at: new Date(at) })
    },
    'school-administrator': async () => {
      const [schoolId = '', subject = '', at = ''] = about.split(' ')
      const [who, school] = [await query.personOf(db, subject), await query.schoolAdministeredBy(db, userId, schoolId)]
      if (!who || school === undefined) return undefined
      const name = plainName(who.displayName, who.email ?? 'Someone')
      return write.schoolAdministratorAdded(to, { who: name, school: plainName(school, 'your school'), at: new Date(at) })
    },
    invited: async () => {
      const inviter = await query.inviterOf(db, userId, about)
      return inviter && write.invited(to, { inviter: nameAndAddress(inviter.name, inviter.email) })
    },
  }
  return letters[kind]?.()
}

const written = async (call: Call, stored: Stored): Promise<Written> => {
  const { mail, person } = stored
  if (mail.kind === 'school-invited') return toAddress(call, stored)
  if (!person || person.email === null) return undefined
  const known = { ...person, email: person.email }
  const letter = await letterTo(call, mail, known)
  return letter && { letter, to: recipient(mail.kind, known) }
}

const Payload = z.object({ mailId: z.uuid() })

/** Sends a queued mail. Skips one that was already sent or whose user is gone. */
export const sendMail = async ({ db, keys, now, payload, services: { mail } }: JobCall): Promise<void> => {
  if (!mail) throw new Error('Email isn’t set up on this server.')
  const { mailId: id } = Payload.parse(payload)
  const stored = await query.mailToSend(db, id)
  if (!stored) return
  const ready = await written({ db, keys, now, mail }, stored)
  const { kind } = stored.mail
  const outcome = ready ? await deliver({ mail, keys }, { id, kind, ...ready }) : 'moot'
  await db.transaction(async (db) => {
    await query.endMail(db, id, outcome, now)
    const { person } = stored
    if (outcome === 'unknown' && person) await query.setBounced(db, person.id, now)
    else if (outcome === 'unknown' && ready) await query.silence(db, keys.fingerprints('mail', ready.to.email)[0], now)
    else if (outcome === 'sent' && person?.bouncedAt) await query.setBounced(db, person.id, null)
  })
}

/** Hourly: queues trial-ending and renewal reminders. If an address is over its limit, the next run retries. */
export const sendReminders = async ({ db, now, post, services: { mail }, signal }: JobCall): Promise<void> => {
  if (!mail || mail.about.isFree) return
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const trials = { after: ago(TRIAL_DAYS * DAY_MS), until: ago(TRIAL_DAYS * DAY_MS - TRIAL_NOTICE_MS), most: AT_ONCE }
  await forEachPage(
    (last?: string) => query.trialsToTell(db, trials, last),
    (userIds) => {
      signal.throwIfAborted()
      return db.transaction((db) => post.queueToAll(db, { userIds, kind: 'trial-ending' }, now))
    },
  )
  const plans = { after: now, until: new Date(now.getTime() + RENEWAL_NOTICE_MS), most: AT_ONCE }
  await forEachPage(
    (last?: { id: string }) => query.renewalsToTell(db, plans, last?.id),
    async (renewals) => {
      for (const { userId, about } of renewals) {
        signal.throwIfAborted()
        await db.transaction((db) => post.queue(db, { userId, kind: 'renewal', about }, now))
      }
    },
  )
}

/** Daily: deletes mail records older than a year and rate limits that have expired. */
export const forgetOldMails = async ({ db, now }: JobCall): Promise<void> => {
  await query.deleteMailsBefore(db, new Date(now.getTime() - KEPT_MS))
  await deleteLimitsBefore(db, new Date(now.getTime() - DAY_MS))
}
