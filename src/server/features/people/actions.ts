import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { Classroom, Preferences, User } from '#shared/accounts/contract.ts'
import { NOTE_NAMES, type SpecialNotes } from '#shared/accounts/rules.ts'
import { statusAt } from '#shared/billing/rules.ts'
import { openNotes, sealNotes } from './policy.ts'
import * as query from './queries.ts'
import type { SealedNotes } from './tables.ts'

/** Features that every user of this server has for free. `isFree` applies to the plan, `isAiForEverybody` to the AI add-on. */
export type Given = { isFree: boolean; isAiForEverybody: boolean }

/** The key ring, to decrypt the account's special notes, and what users of this server have for free. */
export type AccountView = { keys: KeyRing; settings?: Partial<Given> }

/**
 * Returns the account as its owner sees it, including free features. Throws `not_signed_in` if the account has been deleted. Notes that
 * can't be decrypted don't prevent anything: their text says so.
 */
export const userOf = async (db: Db, userId: string, now: Date, { keys, settings = {} }: AccountView): Promise<User> => {
  const { isFree = false, isAiForEverybody = false } = settings
  const found = await query.userById(db, userId)
  if (!found) throw new Refused('not_signed_in')
  const { user, role, subscription, calendar, school } = found
  const freeTrialStarted = subscription.freeTrialStarted.toISOString()
  const planEndsAt = subscription.planEndsAt?.toISOString() ?? null
  const { notes, unreadable } = openNotes(keys, user)
  const status = statusAt({ subscriptionStatus: subscription.status, freeTrialStarted, planEndsAt }, now.getTime())
  // `parse` drops fields outside the contract, such as the password hash.
  return User.parse({
    ...user,
    ...notes,
    unreadableNotes: unreadable,
    hasOidc: user.oidcId !== null,
    hasPassword: user.passwordHash !== null,
    isEmailConfirmed: user.emailConfirmedAt !== null,
    mailComesBack: user.emailBouncedAt !== null,
    calendarId: calendar.calendarId,
    calendarVersion: calendar.version,
    schoolVersion: school?.version ?? null,
    usesSharedDevices: school?.usesSharedDevices ?? false,
    hasPlanned: calendar.lessonBytes > 0,
    isGuest: user.email === null,
    schoolId: role.schoolId,
    schoolAdministration: role.schoolAdministration,
    isAdmin: role.isAdmin,
    subscriptionStatus: isFree ? 'PROTEACHERACTIVE' : status,
    freeTrialStarted,
    aiFeatureFlag:
      (isAiForEverybody && user.email !== null) ||
      (subscription.aiFeatureFlag && (subscription.aiEndsAt === null || subscription.aiEndsAt > now)),
    referralCredits: subscription.referralCredits,
    classroom: Classroom.parse(user.classroom),
    preferences: Preferences.parse(user.preferences),
    createdAt: user.createdAt.toISOString(),
  })
}

/** Throws `last_administrator` if this user is the only platform admin. The caller's transaction must hold the lock on their row. */
export const requireOtherAdministrator = async (db: Db, userId: string): Promise<void> => {
  if (!(await query.isAdministrator(db, userId))) return
  await query.lockAdministrators(db)
  if (!(await query.hasOtherAdministrator(db, userId))) throw new Refused('last_administrator')
}

/**
 * Throws `address_unconfirmed` unless the user has confirmed their email address. Does nothing if the server doesn't send mail, because
 * users couldn't confirm their address.
 */
export const requireConfirmedAddress = async (db: Db, userId: string, { isOpen }: Pick<MailQueue, 'isOpen'>): Promise<void> => {
  if (isOpen && !(await query.hasConfirmedAddress(db, userId))) throw new Refused('address_unconfirmed')
}

const UNREADABLE =
  'Your earlier text can’t be read, because the server doesn’t have its key. It isn’t lost if the key is found. To replace it, open Special Notes and choose Write it again.'

type NoteChange = {
  notes: Partial<SpecialNotes>
  /** The notes as the caller last saw them. */
  known: { [Name in keyof SpecialNotes]?: string | undefined }
  /** Whether the caller knows that the text that can't be decrypted will be lost. */
  replaceUnreadable: boolean
}

/**
 * Returns the columns for a user's new notes, encrypted. The caller's transaction must hold the lock on the user's row. Throws `stale` if a
 * stored note differs from the one that the caller last saw, unless it already equals the new text. Throws `refused_by_rule` if a note to
 * replace can't be decrypted and the caller doesn't know.
 */
export const changedNotes = async (
  db: Db,
  userId: string,
  now: Date,
  { notes, known, replaceUnreadable, ...view }: NoteChange & AccountView,
): Promise<Partial<SealedNotes>> => {
  const names = NOTE_NAMES.filter((name) => notes[name] !== undefined)
  const row = names.length > 0 ? await query.sealedNotesOf(db, userId) : undefined
  if (!row) return {}
  const { notes: stored, unreadable } = openNotes(view.keys, row)
  const isOvertaken = names.some((name) => known[name] !== undefined && stored[name] !== known[name] && stored[name] !== notes[name])
  if (isOvertaken) throw new Refused('stale', 'This was just changed in another window.', { current: await userOf(db, userId, now, view) })
  if (!replaceUnreadable && names.some((name) => unreadable.includes(name))) throw new Refused('refused_by_rule', UNREADABLE)
  return sealNotes(view.keys, userId, notes)
}

/** Notes that are encrypted in one transaction, of at most 200 kB each. */
const NOTES_AT_ONCE = 50

/**
 * Encrypts the notes that an earlier version stored as plain text, before a server listens. It can be killed at any moment and repeated, and
 * several servers can do it at once. Returns true if there were any. `forgetDeletedText` removes their text from the database's other files,
 * as far as this server may.
 */
export const sealOldNotes = async (db: Db, keys: KeyRing, forgetDeletedText?: () => Promise<void>): Promise<boolean> => {
  if (!(await query.hasUnsealedNotes(db))) return false
  const sealSome = (): Promise<number> =>
    db.transaction(async (db) => {
      const notes = await query.lockUnsealedNotes(db, NOTES_AT_ONCE)
      for (const { userId, name, html } of notes)
        await query.replaceUnsealedNote(db, { userId, name }, sealNotes(keys, userId, { [name]: html }))
      return notes.length
    })
  while ((await sealSome()) > 0);
  // The table isn't empty before everything else is done, so that a killed server continues here.
  await forgetDeletedText?.()
  await db.transaction((db) => query.emptyUnsealedNotes(db))
  return true
}
