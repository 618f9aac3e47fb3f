/**
 * Rotates the installation's keys beside running servers (docs/decisions/0069).
 *
 * 1. A new key comes into use only once all running servers have it, so that no server meets a value that it can't decrypt.
 * 2. Then everything that older keys encrypted is encrypted again. A save that comes between wins.
 * 3. Any of this can be killed and repeated.
 */
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runningServers } from '#server/features/admin/system/queries.ts'
import { ownerOfNote } from '#server/features/people/policy.ts'
import { OWNER } from '#server/features/sign-in/reset/actions.ts'
import { ownersOfTokens } from '#server/features/sub-links/policy.ts'
import { keyOfBackup } from '#server/lib/backup/backup-file.ts'
import { listBackups } from '#server/lib/backup/backup-folder.ts'
import type { Db } from '#server/lib/db/client.ts'
import { acceptKey, keyIn, lockKeyIn, ringWithKey } from '#server/lib/keys/fitting-key.ts'
import { addKeyTo, findKeyRing } from '#server/lib/keys/kept-key.ts'
import type { KeyRequest } from '#server/lib/keys/key-requests.ts'
import type { KeyPurpose, KeyRing } from '#server/lib/keys/key-ring.ts'
import { CannotBeDone } from '../actions.ts'
import { keyNeeds } from './policy.ts'
import * as query from './queries.ts'

/** The words for each kind of encrypted value in messages, its purpose, and its owner. */
const KINDS: Record<query.SealedName, { words: string; purpose: KeyPurpose; ownerOf: (subject: string) => string }> = {
  emergencyProcedures: { words: 'emergency procedures', purpose: 'notes', ownerOf: (id) => ownerOfNote(id, 'emergencyProcedures') },
  studentNotes: { words: 'student notes', purpose: 'notes', ownerOf: (id) => ownerOfNote(id, 'studentNotes') },
  substituteInstructions: {
    words: 'substitute instructions',
    purpose: 'notes',
    ownerOf: (id) => ownerOfNote(id, 'substituteInstructions'),
  },
  linkTokens: { words: 'addresses of links', purpose: 'sub-links', ownerOf: (id) => ownersOfTokens(id).link },
  reportTokens: { words: 'tokens for reports', purpose: 'sub-links', ownerOf: (id) => ownersOfTokens(id).report },
  reports: { words: 'reports', purpose: 'sub-reports', ownerOf: (id) => id },
  feedTokens: { words: 'addresses of calendars', purpose: 'feeds', ownerOf: (id) => id },
  driveTokens: { words: 'tokens for Google Drive', purpose: 'drive-tokens', ownerOf: (id) => id },
  endedDriveTokens: { words: 'tokens for Google Drive to revoke', purpose: 'drive-tokens', ownerOf: (id) => id },
  answers: { words: 'answers to calls', purpose: 'idempotency', ownerOf: (hash) => hash },
  passwordLinks: { words: 'requests for password links', purpose: 'mail', ownerOf: () => OWNER },
}
const NAMES = Object.keys(KINDS) as query.SealedName[]

export type Installation = {
  db: Db
  /** The value of `KEYS`. Undefined if the keys are in a file in `dataDir`. */
  keys: string | undefined
  dataDir: string
  backupDir: string
  secondBackupDir: string | undefined
  /** Milliseconds to wait for the running servers. Longer than three reports of a server by default. */
  serversMs?: number
}
/** `use` makes this process encrypt with a key. `say` prints a line of progress. Aborting `signal` interrupts it between two values. */
type Rotation = Installation & { use?: (fingerprint: string) => void; say: (line: string) => void; signal?: AbortSignal }

/** Returns how many values each key encrypted. */
const countValues = async (db: Db): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for (const kind of NAMES) for (const { key, values } of await query.keysOf(db, kind)) counts.set(key, (counts.get(key) ?? 0) + values)
  return counts
}

const NO_KEY = 'This database hasn’t been used with a key yet. Start the server once.'

/** Returns the ring with the key in use. Throws CannotBeDone if the ring doesn't have that key. */
const ringOf = async ({ db, keys, dataDir }: Installation): Promise<KeyRing> => {
  const found = findKeyRing(keys, dataDir)
  const known = await keyIn(db)
  const ring = found && known && ringWithKey(found, known.fingerprint)
  if (!ring) throw new CannotBeDone(known ? 'The database uses a key that isn’t here. Run npm run doctor.' : NO_KEY)
  return ring
}

/** Returns the ring with a newer key that isn't in use yet, which is added to the key file if necessary. Undefined if `KEYS` has none. */
const ringToRotateTo = (installation: Rotation): Promise<KeyRing | undefined> => {
  const newestBefore = findKeyRing(installation.keys, installation.dataDir)?.names[0]
  return installation.db.transaction(async (db) => {
    // Two commands at once must not add a key each, even if the first ends before the second gets the lock.
    await lockKeyIn(db, 'update')
    const ring = await ringOf({ ...installation, db })
    if (ring.inUse !== ring.names[0]) return ring.using(ring.names[0])
    const counts = await countValues(db)
    if (ring.inUse !== newestBefore || ring.names.some((name) => name !== ring.inUse && counts.has(name))) {
      installation.say(`Continuing with key ${ring.inUse}.`)
      return ring
    }
    if (installation.keys !== undefined) return undefined
    const added = addKeyTo(installation.dataDir)
    installation.say(`Added key ${added.inUse} to ${path.resolve(installation.dataDir, 'keys')}. Keep a copy of the file somewhere else.`)
    return added
  })
}

const SERVERS_MS = 45_000
const LOOK_MS = 1_000

/** Repeats `look` until it returns no servers. Throws CannotBeDone with the last ones if that takes too long. */
const untilNone = async (waitMs: number, look: () => Promise<string[]>, problem: (servers: string) => string): Promise<void> => {
  const deadline = performance.now() + waitMs
  for (;;) {
    const servers = await look()
    if (servers.length === 0) return
    if (performance.now() > deadline) throw new CannotBeDone(problem(servers.join(', ')))
    await pause(LOOK_MS)
  }
}

type Server = Awaited<ReturnType<typeof runningServers>>[number]
const nameOf = ({ host, version }: Server): string => `${host} (${version})`

/** Brings the ring's key into use, once all running servers have it. Waits until they use it. */
const bringIntoUse = async ({ db, keys, use, say, serversMs = SERVERS_MS }: Rotation, ring: KeyRing): Promise<void> => {
  await untilNone(
    // Servers read the key file with each report, but KEYS only at their start.
    keys === undefined ? serversMs : 0,
    () =>
      db.transaction(async (db) => {
        const key = await lockKeyIn(db, 'update')
        const isInUse = key !== undefined && ringWithKey(ring, key.fingerprint)?.inUse === ring.inUse
        const lacking = (await runningServers(db)).filter(({ figures }) => !figures.keys?.has.includes(ring.inUse))
        if (lacking.length === 0 && !isInUse) await acceptKey(db, ring)
        return lacking.map(nameOf)
      }),
    (servers) => `These servers don’t have key ${ring.inUse}: ${servers}. Start them with the same keys, then run this again.`,
  )
  const key = await keyIn(db)
  if (key) use?.(key.fingerprint)
  await untilNone(
    serversMs,
    async () => (await runningServers(db)).filter(({ figures }) => figures.keys?.inUse !== ring.inUse).map(nameOf),
    (servers) => `These servers don’t use key ${ring.inUse} yet: ${servers}. Run this again.`,
  )
  say(`Key ${ring.inUse} encrypts from now on.`)
}

const AT_ONCE = 50
const SAY_EVERY = 500

/** Encrypts the values of one kind again. Returns how many a key on the ring opened, including those that changed meanwhile. */
const sealAgain = async ({ db, say, signal }: Rotation, ring: KeyRing, kind: query.SealedName): Promise<number> => {
  const { words, purpose, ownerOf } = KINDS[kind]
  let done = 0
  let after: string | undefined
  for (;;) {
    const values = await query.valuesNotWith(db, kind, { name: ring.inUse, after, most: AT_ONCE })
    for (const { id, subject, sealed } of values) {
      signal?.throwIfAborted()
      after = id
      const text = ring.open(purpose, ownerOf(subject), sealed)
      if (text === undefined) continue
      await query.replaceSealed(db, kind, { id, before: sealed, after: ring.seal(purpose, ownerOf(subject), text) })
      if (++done % SAY_EVERY === 0) say(`Encrypting ${words} again: ${done} so far.`)
    }
    if (values.length < AT_ONCE) break
  }
  if (done > 0) say(`Encrypted ${words} again: ${done}.`)
  return done
}

/** Returns a sentence for each key: that it is in use, why it is still needed, or that it isn't. */
export const describeKeys = async (installation: Installation, now: Date): Promise<string[]> => {
  const { db, backupDir, secondBackupDir } = installation
  const ring = await ringOf(installation)
  const since = (await keyIn(db))?.since ?? null
  const folders = [
    ...new Set([backupDir, ...(secondBackupDir === undefined ? [] : [secondBackupDir])].map((folder) => path.resolve(folder))),
  ]
  const backups: { folder: string; name: string; key: string | undefined }[] = []
  for (const folder of folders)
    for (const { name } of await listBackups(folder)) backups.push({ folder, name, key: await keyOfBackup(path.join(folder, name)) })
  return keyNeeds({
    names: ring.names,
    inUse: ring.inUse,
    since,
    now,
    values: await countValues(db),
    backups,
    traces: await query.olderTraces(db, since ?? now),
  })
}

/**
 * Rotates to the newest key, or continues a rotation that was killed. Throws CannotBeDone if a
 * running server doesn't have the key.
 */
const rotateKeys = async (rotation: Rotation): Promise<void> => {
  const ring = await ringToRotateTo(rotation)
  if (ring) {
    await bringIntoUse(rotation, ring)
    // A call that began before may have saved with the older key since.
    for (let isDone = false; !isDone; ) {
      let done = 0
      for (const kind of NAMES) done += await sealAgain(rotation, ring, kind)
      isDone = done === 0
    }
  } else
    rotation.say(
      'KEYS has no newer key. Put one in front of it on all servers (openssl rand -base64 32), restart them, then run this again.',
    )
}

/** Answers the operator's request. Throws CannotBeDone with what to do. */
export const answerAboutKeys = async (asked: KeyRequest, rotation: Rotation, now: Date): Promise<void> => {
  if (asked === 'rotate') await rotateKeys(rotation)
  for (const line of await describeKeys(rotation, now)) rotation.say(line)
}
