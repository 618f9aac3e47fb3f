import type { Actor } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { NOTE_NAMES, type NoteName, type SpecialNotes, UNREADABLE_NOTE } from '#shared/accounts/rules.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import type { SealedNotes } from './tables.ts'

const CONFIRM_MS = RETENTION.confirmationLinkDays * DAY_MS

type Sealing = { seal: (purpose: 'mail', owner: string, text: string) => string }
type Opening = { open: (purpose: 'mail', owner: string, sealed: string) => string | undefined }

/** Returns a token, valid for 30 days, that proves that mail to a user's address reaches them. */
export const confirmationToken = (keys: Sealing, { userId, email }: { userId: string; email: string }, now: Date): string =>
  keys.seal('mail', 'confirm', JSON.stringify({ userId, email, until: now.getTime() + CONFIRM_MS }))

/** Returns the user and address that a token confirms, or undefined if the token is invalid or expired. */
export const confirmedBy = (keys: Opening, token: string, now: Date): { userId: string; email: string } | undefined => {
  const opened = keys.open('mail', 'confirm', token)
  if (opened === undefined) return undefined
  const { until, ...whose } = JSON.parse(opened)
  return until > now.getTime() ? whose : undefined
}

/** Returns the canonical spelling of an address: without a plus tag, and for Gmail without dots. */
export const canonicalAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [name, host] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()]
  const domain = host === 'googlemail.com' ? 'gmail.com' : host
  const untagged = name.replace(/\+.*/, '')
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`
}

/** The columns of the encrypted notes. */
const SEALED = {
  emergencyProcedures: 'sealedEmergencyProcedures',
  studentNotes: 'sealedStudentNotes',
  substituteInstructions: 'sealedSubstituteInstructions',
} as const satisfies Record<NoteName, keyof SealedNotes>

/** Returns the owner that binds an encrypted note to its row and its column: moved to another one, it can't be decrypted. */
export const ownerOfNote = (userId: string, name: NoteName): string => `${userId} ${name}`

/** Returns the columns with these notes of a user, encrypted. An empty note stays empty. */
export const sealNotes = (keys: Pick<KeyRing, 'seal'>, userId: string, notes: Partial<SpecialNotes>): Partial<SealedNotes> =>
  Object.fromEntries(
    NOTE_NAMES.flatMap((name) => {
      const html = notes[name]
      return html === undefined ? [] : [[SEALED[name], html === '' ? '' : keys.seal('notes', ownerOfNote(userId, name), html)]]
    }),
  )

/** Returns a user's decrypted notes. Those that no key on the ring decrypts are named, and their text says so. */
export const openNotes = (
  keys: Pick<KeyRing, 'open'>,
  { id, ...row }: { id: string } & SealedNotes,
): { notes: SpecialNotes; unreadable: NoteName[] } => {
  const unreadable: NoteName[] = []
  const open = (name: NoteName): string => {
    const sealed = row[SEALED[name]]
    const html = sealed === '' ? '' : keys.open('notes', ownerOfNote(id, name), sealed)
    if (html === undefined) unreadable.push(name)
    return html ?? UNREADABLE_NOTE
  }
  const [emergencyProcedures, studentNotes, substituteInstructions] = [
    open('emergencyProcedures'),
    open('studentNotes'),
    open('substituteInstructions'),
  ]
  return { notes: { emergencyProcedures, studentNotes, substituteInstructions }, unreadable }
}

const MEGABYTE = 1024 * 1024

/**
 * Storage limits for guests, in bytes. Large enough for three days of planning, but small, because anyone can create any number of guests.
 */
const OF_GUEST = { lessons: 5 * MEGABYTE, history: 10 * MEGABYTE }

/** Returns the actor's storage limits: `quota`, or lower limits for a guest. */
export const quotaFor = ({ isGuest }: Pick<Actor, 'isGuest'>, quota: typeof OF_GUEST): typeof OF_GUEST =>
  isGuest ? { lessons: Math.min(OF_GUEST.lessons, quota.lessons), history: Math.min(OF_GUEST.history, quota.history) } : quota
