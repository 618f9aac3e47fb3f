/**
 * Signing in with a provider: Google, or the one that the operator has set up (docs/decisions/0028, 0043).
 *
 * 1. A person is known by the provider's `sub`. An address only decides whether an account with a password stands in the way.
 * 2. What has come back is used up in the transaction of what it brings: of many at once one is signed in, and a failure
 *    leaves all as it was.
 * 3. Two who come at the same moment run into the unique indexes of `users`; the second looks again and finds the first.
 */
import { beginAccount, deleteAccount, type Hooks } from '#server/features/accounts/actions.ts'
import { forgetOtherDevices, type Guard } from '#server/features/accounts/guessing/actions.ts'
import { ownGuest } from '#server/features/accounts/guests/actions.ts'
import { insertUser } from '#server/features/accounts/queries.ts'
import { endResets } from '#server/features/accounts/reset/queries.ts'
import { startSession } from '#server/features/accounts/sessions/actions.ts'
import { deleteSessions, noteUse } from '#server/features/accounts/sessions/queries.ts'
import { record } from '#server/features/audit/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Provider, RoundPurpose } from '#shared/accounts/providers/contract.ts'
import { hashOf, newSecret } from './policy.ts'
import * as query from './queries.ts'

/** From the address into the page. */
const TOKEN_MS = 60_000
/** To decide what becomes of an account. */
const CHOICE_MS = 600_000

/** What each provider is called, set up or not. */
export type Names = Record<Provider, string>

const OTHER: Record<Provider, Provider> = { google: 'oidc', oidc: 'google' }

const othersAccount = (name: string) => `Somebody else signs in here with this ${name} account.`
const otherAccount = (name: string) => `This is another ${name} account than the one that you sign in with here.`
const notLinked = (name: string) => `You do not sign in with ${name} here.`

/** Why nobody comes in under an address whose account has no password, but another way in. */
const otherPerson = (provider: Provider, ids: query.Ids, names: Names): string =>
  ids[provider]
    ? `Another ${names[provider]} account signs in here under this address.`
    : `You sign in with ${names[OTHER[provider]]} here under this address. Do that, then link ${names[provider]} in Account Management.`

/** The browser that calls, and what is known of it. */
export type Caller = {
  /** The secret of its cookie. */
  browser: string
  /** The guest who is signed in there. */
  guestId?: string | undefined
  network: string
  userAgent: string | undefined
  now: Date
}
/** `heldBack`: why no account is made or linked now, in Maintenance Mode. */
export type Means = { db: Db; hooks: Hooks; guard: Guard; names: Names; heldBack?: Refused | undefined }

type SignedIn = { kind: 'signed_in'; userId: string; token: string }
type Entry = SignedIn | { kind: 'choose'; choice: string; email: string }
type Outcome = (Entry | { kind: 'done'; purpose: RoundPurpose }) & { provider: Provider }

/** Who has come back, on their way to be kept. */
export type Coming = Pick<query.Arrival, 'provider' | 'sub' | 'email' | 'name' | 'purpose' | 'userId' | 'sessionId' | 'timezone' | 'ref'>

/** Keeps who has come back. Returns the code by which their browser goes on. */
export const keepArrival = async (
  db: Db,
  coming: Coming,
  { browser, stage, now }: { browser: string; stage: 'token' | 'choice'; now: Date },
): Promise<string> => {
  const code = newSecret()
  const expiresAt = new Date(now.getTime() + (stage === 'token' ? TOKEN_MS : CHOICE_MS))
  await query.insertArrival(db, { ...coming, stage, codeHash: hashOf(code), browserHash: hashOf(browser), expiresAt })
  return code
}

/** Does it in a transaction; once more where somebody came at the same moment, whom the second try finds. */
const inTransaction = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (!query.UNIQUE_WAYS.includes(uniqueViolationOf(error) ?? '')) throw error
    return await db.transaction(work)
  }
}

const started = async (
  db: Db,
  { userId, passwordHash }: { userId: string; passwordHash: string | null },
  { userAgent, now }: Caller,
): Promise<SignedIn> => {
  const token = await startSession(db, { userId, passwordHash, userAgent, now, isConfirmed: true })
  if (token === undefined) throw new Refused('not_found')
  return { kind: 'signed_in', userId, token }
}

/** Makes the account of who is new here; that of the guest who signs up, where there is one. */
const signUp = async (
  { db, hooks, guard, heldBack }: Means,
  { provider, sub, email, name, timezone, ref }: Coming,
  caller: Caller,
): Promise<SignedIn> => {
  if (heldBack) throw heldBack
  const { guestId, network, now } = caller
  await guard.registering(db, network, now)
  // The provider has made sure of the address.
  const account = { email, ...query.columnsOf({ [provider]: sub }), timezone: timezone ?? 'UTC', displayName: name, emailConfirmedAt: now }
  if (guestId !== undefined) {
    const own = { ...account, displayName: name ?? undefined, timezone: timezone ?? undefined }
    await ownGuest(db, hooks, { userId: guestId, ...own, ref, now })
    return started(db, { userId: guestId, passwordHash: null }, caller)
  }
  const userId = await insertUser(db, { ...account, preferences: {}, createdAt: now })
  await beginAccount(db, { userId, email, ref, hasWayIn: true }, hooks, now)
  return started(db, { userId, passwordHash: null }, caller)
}

type Ways = NonNullable<Awaited<ReturnType<typeof query.waysOf>>>

const hasNoWayIn = ({ passwordHash, ids }: Pick<Ways, 'passwordHash' | 'ids'>): boolean =>
  passwordHash === null && ids.google === null && ids.oidc === null

/** Gives the account that was made for an address, and that nobody can sign in to yet, to its owner, of whom a provider has made sure. */
const takeOver = async (means: Means, arrival: query.Arrival, caller: Caller): Promise<Entry> => {
  const { db, hooks } = means
  const { provider, sub, email } = arrival
  const { now } = caller
  const found = await query.lockWays(db, { email })
  // Its link was used since the first query.
  if (!found || !hasNoWayIn(found)) return signIn(means, arrival, caller)
  const { userId } = found
  await query.setWays(db, userId, { ids: { [provider]: sub }, emailConfirmedAt: now })
  await endResets(db, userId, now)
  await hooks.trials.begin(db, { userId, email }, now)
  await record(db, { at: now, actorId: userId, act: `${provider}.linked`, subjectId: userId })
  return started(db, { userId, passwordHash: null }, caller)
}

const signIn = async (means: Means, arrival: query.Arrival, caller: Caller): Promise<Entry> => {
  const { db, names } = means
  const { provider, sub, email } = arrival
  const known = await query.lockWays(db, { provider, sub })
  if (known) return started(db, known, caller)
  const inTheWay = await query.waysOf(db, { email })
  if (!inTheWay) return signUp(means, arrival, caller)
  // Another tab of the same person has signed up since the first query, which didn't see it.
  if (inTheWay.ids[provider] === sub) return signIn(means, arrival, caller)
  if (hasNoWayIn(inTheWay)) return takeOver(means, arrival, caller)
  if (inTheWay.passwordHash === null) throw new Refused('taken', otherPerson(provider, inTheWay.ids, names))
  const choice = await keepArrival(db, arrival, { browser: caller.browser, stage: 'choice', now: caller.now })
  return { kind: 'choose', choice, email }
}

type Account = { provider: Provider; sub: string }

/** Makes sure that nobody but this person signs in with an account of a provider. Throws `taken`. */
const requireUnused = async (db: Db, userId: string, account: Account, names: Names): Promise<void> => {
  const other = await query.waysOf(db, account)
  if (other && other.userId !== userId) throw new Refused('taken', othersAccount(names[account.provider]))
}

/** Has a person sign in with a provider too. Throws `taken` where somebody else does so with this account of it. */
const link = async (db: Db, userId: string, { provider, sub }: Account, names: Names, now: Date): Promise<void> => {
  await requireUnused(db, userId, { provider, sub }, names)
  await query.setWays(db, userId, { ids: { [provider]: sub } })
  await record(db, { at: now, actorId: userId, act: `${provider}.linked`, subjectId: userId })
}

type Purposeful = Account & { purpose: RoundPurpose; userId: string; sessionId: string; refreshToken: string | undefined; now: Date }

/** Does what a signed-in person went to a provider for, while they are signed in. */
const fulfil = async (
  { db, hooks, names, heldBack }: Means,
  { provider, purpose, userId, sessionId, sub, refreshToken, now }: Purposeful,
): Promise<void> => {
  const person = await query.lockWays(db, { userId })
  const isLinked = person?.ids[provider] === sub
  const isConfirmed = purpose === 'confirm' && isLinked
  if (!person || !(await noteUse(db, { userId, sessionId, now }, { isConfirmed }))) throw new Refused('not_found')
  if (person.ids[provider] !== null && !isLinked) throw new Refused('refused_by_rule', otherAccount(names[provider]))
  // A round that links was begun with a proof, and no other was.
  if (purpose !== 'link' && !isLinked) throw new Refused('refused_by_rule', notLinked(names[provider]))
  if (purpose === 'drive' && refreshToken === undefined) throw new Refused('not_found')
  if (!isLinked && heldBack) throw heldBack
  if (!isLinked) await link(db, userId, { provider, sub }, names, now)
  if (refreshToken !== undefined) await hooks.drive.keep(db, userId, refreshToken, now)
}

/** Returns what the code in the address stands for. Throws `not_found` where it is none, is used up, too old, or another browser's. */
export const exchangeCode = (means: Means, { code, refreshToken }: { code: string; refreshToken: string | undefined }, caller: Caller) =>
  inTransaction(means.db, async (db): Promise<Outcome> => {
    const { browser, now } = caller
    const arrival = await query.takeArrival(db, { codeHash: hashOf(code), browserHash: hashOf(browser), stage: 'token', now })
    if (!arrival) throw new Refused('not_found')
    const { provider, purpose, userId, sessionId, sub } = arrival
    if (purpose === null || userId === null || sessionId === null) return { ...(await signIn({ ...means, db }, arrival, caller)), provider }
    await fulfil({ ...means, db }, { provider, purpose, userId, sessionId, sub, refreshToken, now })
    return { kind: 'done', provider, purpose }
  })

type Joining = {
  choice: string
  /** `password`: it was typed, and has this hash. */
  how: { kind: 'password'; passwordHash: string } | { kind: 'keep' } | { kind: 'empty' }
}

const codeOf = (choice: string, { browser, now }: Caller) =>
  ({ codeHash: hashOf(choice), browserHash: hashOf(browser), stage: 'choice', now }) as const

/** Returns the address of the account that a choice is about. Throws `not_found` where there is no such choice. */
export const emailOfChoice = async (db: Db, choice: string, caller: Caller): Promise<string> => {
  const arrival = await query.arrivalOf(db, codeOf(choice, caller))
  if (!arrival) throw new Refused('not_found')
  return arrival.email
}

/** Does with the account that has a person's address what they chose, and signs them in. */
export const joinAccount = (means: Means, { choice, how }: Joining, caller: Caller): Promise<SignedIn> =>
  inTransaction(means.db, async (db) => {
    const { now } = caller
    const { hooks, names } = means
    const arrival = await query.takeArrival(db, codeOf(choice, caller))
    if (!arrival) throw new Refused('not_found')
    const { provider, sub, email } = arrival
    // Deleting locks the calendar first: the person's row is only read before it.
    const found = how.kind === 'empty' ? await query.waysOf(db, { email }) : await query.lockWays(db, { email })
    if (!found) throw new Refused('not_found')
    const { userId, passwordHash, ids } = found
    if (passwordHash === null) throw new Refused('taken', otherPerson(provider, ids, names))
    await requireUnused(db, userId, { provider, sub }, names)

    if (how.kind === 'empty') {
      // The trial was that of whoever set the password: the person has one of their own.
      await deleteAccount(db, { userId, standing: { passwordHash }, now, keepsTrial: false }, hooks)
      const signedIn = await signUp({ ...means, db }, arrival, { ...caller, guestId: undefined })
      // And no third one, by signing up with a password and starting empty again.
      await hooks.trials.keep(db, signedIn.userId, now)
      await record(db, { at: now, actorId: signedIn.userId, act: `${provider}.emptied`, subjectId: userId })
      return signedIn
    }
    if (how.kind === 'password') {
      if (how.passwordHash !== passwordHash) throw new Refused('wrong_password')
      if (ids[provider] !== null && ids[provider] !== sub) throw new Refused('taken', otherPerson(provider, ids, names))
      await link(db, userId, { provider, sub }, names, now)
      return started(db, found, caller)
    }
    // Whoever set the password may have shown the plans to an account of their own, and linked providers of theirs, with a Drive.
    await hooks.sharing.end(db, userId, now)
    const onlyWay = { google: null, oidc: null, [provider]: sub }
    if (onlyWay.google !== ids.google) await hooks.drive.leave(db, userId)
    await query.setWays(db, userId, { ids: onlyWay, passwordHash: null, emailConfirmedAt: now })
    await endResets(db, userId, now)
    await deleteSessions(db, userId)
    await forgetOtherDevices(db, userId, undefined)
    await record(db, { at: now, actorId: userId, act: `${provider}.kept`, subjectId: userId })
    return started(db, { userId, passwordHash: null }, caller)
  })

/** Has a person sign in with a provider no more. Throws `refused_by_rule` where they have no password. */
export const leaveProvider = (
  { db, hooks, names }: Pick<Means, 'db' | 'hooks' | 'names'>,
  { userId, provider, now }: { userId: string; provider: Provider; now: Date },
): Promise<void> =>
  db.transaction(async (db) => {
    if (await query.unlink(db, userId, provider)) {
      if (provider === 'google') await hooks.drive.leave(db, userId)
      await record(db, { at: now, actorId: userId, act: `${provider}.unlinked`, subjectId: userId })
      return
    }
    const ways = await query.waysOf(db, { userId })
    if (ways && ways.ids[provider] !== null)
      throw new Refused('refused_by_rule', `You have no password. Set one before you unlink ${names[provider]}.`)
  })

/**
 * Returns what a round is for, and as whom the provider should ask. Who has not linked it links it before anything else. Throws
 * `refused_by_rule` for what the provider could not do for them.
 */
export const useOf = async (
  db: Db,
  userId: string,
  { provider, name, wish }: { provider: Provider; name: string; wish: RoundPurpose },
): Promise<{ purpose: RoundPurpose; email: string | undefined }> => {
  const { ids, email } = (await query.waysOf(db, { userId })) ?? {}
  const isLinked = ids != null && ids[provider] !== null
  if (wish === 'confirm' && !isLinked) throw new Refused('refused_by_rule', notLinked(name))
  if (wish === 'link' && isLinked) throw new Refused('refused_by_rule', `You sign in with ${name} already.`)
  return !isLinked ? { purpose: 'link', email: undefined } : { purpose: wish, email: email ?? undefined }
}
