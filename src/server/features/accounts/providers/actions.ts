/**
 * Signs users in with a provider: Google, or the OpenID provider that the operator configured (docs/decisions/0028, 0043).
 *
 * 1. The provider's `sub` identifies a user. The email address is only used to find an existing account with the same address.
 * 2. A pending sign-in is consumed in the same transaction as its effect. If it's used concurrently, only one use succeeds, and a failure
 *    changes nothing.
 * 3. Concurrent first sign-ins hit the unique indexes on `users`. The loser retries and finds the row.
 */
import { beginAccount, deleteAccount, type SignUpDeps } from '#server/features/accounts/actions.ts'
import { ownGuest } from '#server/features/accounts/guests/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import { showToNobody } from '#server/features/collaboration/queries.ts'
import { keepDrive, leaveDrive } from '#server/features/drive/actions.ts'
import { insertUser } from '#server/features/people/queries.ts'
import { forgetOtherDevices, type SignInThrottle } from '#server/features/sign-in/guessing/actions.ts'
import { endResets } from '#server/features/sign-in/reset/queries.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import { deleteSessions, noteUse } from '#server/features/sign-in/sessions/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { OAuthPurpose, Provider } from '#shared/accounts/providers/contract.ts'
import { hashOf, newSecret } from './policy.ts'
import * as query from './queries.ts'

/** How long the token in the success page's URL is valid. */
const TOKEN_MS = 60_000
/** How long the user has to choose what to do with the existing account. */
const CHOICE_MS = 600_000

/** Display name of each provider, configured or not. */
export type Names = Record<Provider, string>

const OTHER: Record<Provider, Provider> = { google: 'oidc', oidc: 'google' }

const othersAccount = (name: string) => `Another Firstbell account already uses this ${name} account. Try a different one.`
const otherAccount = (name: string) => `That’s not the ${name} account linked to your Firstbell account. Try again with the linked one.`
const notLinked = (name: string) => `${name} isn’t linked to your account.`

/**
 * Returns the error message for a refused sign-in. The address belongs to an account that has no password but has another sign-in method.
 */
const otherPerson = (provider: Provider, ids: query.Ids, names: Names): string =>
  ids[provider]
    ? `This email already signs in with a different ${names[provider]} account.`
    : `This email already signs in with ${names[OTHER[provider]]}. Sign in that way, then link ${names[provider]} in Account Management.`

/** The calling browser and its state. */
export type Caller = {
  /** The secret in the browser's cookie. */
  browser: string
  /** The guest signed in on this browser, if any. */
  guestId?: string | undefined
  network: string
  userAgent: string | undefined
  now: Date
}
/** `heldBack`: the error to throw instead of creating or linking an account during Maintenance Mode. */
export type SignInDeps = { db: Db; deps: SignUpDeps; throttle: SignInThrottle; names: Names; heldBack?: Refused | undefined }

type SignedIn = { kind: 'signed_in'; userId: string; token: string }
type Entry = SignedIn | { kind: 'choose'; choice: string; email: string }
type Outcome = (Entry | { kind: 'done'; purpose: OAuthPurpose }) & { provider: Provider }

/** A user who has returned from a provider, before the pending sign-in is stored. */
export type Returning = Pick<
  query.PendingSignIn,
  'provider' | 'sub' | 'email' | 'name' | 'purpose' | 'userId' | 'sessionId' | 'timezone' | 'ref'
>

/** Stores a pending sign-in. Returns the one-time code that the browser uses to continue. */
export const savePendingSignIn = async (
  db: Db,
  coming: Returning,
  { browser, stage, now }: { browser: string; stage: 'token' | 'choice'; now: Date },
): Promise<string> => {
  const code = newSecret()
  const expiresAt = new Date(now.getTime() + (stage === 'token' ? TOKEN_MS : CHOICE_MS))
  await query.insertPendingSignIn(db, { ...coming, stage, codeHash: hashOf(code), browserHash: hashOf(browser), expiresAt })
  return code
}

/** Runs `work` in a transaction. Retries once if it lost a race to create or link an account. The retry finds the winner's row. */
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

/** Creates the account, or upgrades the current guest. */
const signUp = async (
  { db, deps, throttle, heldBack }: SignInDeps,
  { provider, sub, email, name, timezone, ref }: Returning,
  caller: Caller,
): Promise<SignedIn> => {
  if (heldBack) throw heldBack
  const { guestId, network, now } = caller
  await throttle.registering(db, network, now)
  // The provider has verified the address.
  const account = { email, ...query.columnsOf({ [provider]: sub }), timezone: timezone ?? 'UTC', displayName: name, emailConfirmedAt: now }
  if (guestId !== undefined) {
    const own = { ...account, displayName: name ?? undefined, timezone: timezone ?? undefined }
    await ownGuest(db, deps, { userId: guestId, ...own, ref, now })
    return started(db, { userId: guestId, passwordHash: null }, caller)
  }
  const userId = await insertUser(db, { ...account, preferences: {}, createdAt: now })
  await beginAccount(db, { userId, email, ref, hasWayIn: true }, deps, now)
  return started(db, { userId, passwordHash: null }, caller)
}

type Ways = NonNullable<Awaited<ReturnType<typeof query.waysOf>>>

const hasNoWayIn = ({ passwordHash, ids }: Pick<Ways, 'passwordHash' | 'ids'>): boolean =>
  passwordHash === null && ids.google === null && ids.oidc === null

/** Transfers a pre-created account without a sign-in method to the owner of its email address, which the provider has verified. */
const takeOver = async (means: SignInDeps, pending: query.PendingSignIn, caller: Caller): Promise<Entry> => {
  const { db, deps } = means
  const { provider, sub, email } = pending
  const { now } = caller
  const found = await query.lockWays(db, { email })
  // The account's set-password link was used after the first query.
  if (!found || !hasNoWayIn(found)) return signIn(means, pending, caller)
  const { userId } = found
  await query.setWays(db, userId, { ids: { [provider]: sub }, emailConfirmedAt: now })
  await endResets(db, userId, now)
  await deps.trials.begin(db, { userId, email }, now)
  await record(db, { at: now, actorId: userId, act: `${provider}.linked`, subjectId: userId })
  return started(db, { userId, passwordHash: null }, caller)
}

const signIn = async (means: SignInDeps, pending: query.PendingSignIn, caller: Caller): Promise<Entry> => {
  const { db, names } = means
  const { provider, sub, email } = pending
  const known = await query.lockWays(db, { provider, sub })
  if (known) return started(db, known, caller)
  const inTheWay = await query.waysOf(db, { email })
  if (!inTheWay) return signUp(means, pending, caller)
  // The same user signed up in another tab after the first query.
  if (inTheWay.ids[provider] === sub) return signIn(means, pending, caller)
  if (hasNoWayIn(inTheWay)) return takeOver(means, pending, caller)
  if (inTheWay.passwordHash === null) throw new Refused('taken', otherPerson(provider, inTheWay.ids, names))
  const choice = await savePendingSignIn(db, pending, { browser: caller.browser, stage: 'choice', now: caller.now })
  return { kind: 'choose', choice, email }
}

type Account = { provider: Provider; sub: string }

/** Throws `taken` if another user signs in with this provider account. */
const requireUnused = async (db: Db, userId: string, account: Account, names: Names): Promise<void> => {
  const other = await query.waysOf(db, account)
  if (other && other.userId !== userId) throw new Refused('taken', othersAccount(names[account.provider]))
}

/** Links a provider account. Throws `taken` if another user signs in with it. */
const link = async (db: Db, userId: string, { provider, sub }: Account, names: Names, now: Date): Promise<void> => {
  await requireUnused(db, userId, { provider, sub }, names)
  await query.setWays(db, userId, { ids: { [provider]: sub } })
  await record(db, { at: now, actorId: userId, act: `${provider}.linked`, subjectId: userId })
}

type Purposeful = Account & { purpose: OAuthPurpose; userId: string; sessionId: string; refreshToken: string | undefined; now: Date }

/** Performs the action that a signed-in user went to the provider for, if the user is still signed in. */
const fulfil = async (
  { db, deps, names, heldBack }: SignInDeps,
  { provider, purpose, userId, sessionId, sub, refreshToken, now }: Purposeful,
): Promise<void> => {
  const person = await query.lockWays(db, { userId })
  const isLinked = person?.ids[provider] === sub
  const isConfirmed = purpose === 'confirm' && isLinked
  if (!person || !(await noteUse(db, { userId, sessionId, now }, { isConfirmed }))) throw new Refused('not_found')
  if (person.ids[provider] !== null && !isLinked) throw new Refused('refused_by_rule', otherAccount(names[provider]))
  // Only a 'link' round trip required re-authentication at its start, so no other round trip may link.
  if (purpose !== 'link' && !isLinked) throw new Refused('refused_by_rule', notLinked(names[provider]))
  if (purpose === 'drive' && refreshToken === undefined) throw new Refused('not_found')
  if (!isLinked && heldBack) throw heldBack
  if (!isLinked) await link(db, userId, { provider, sub }, names, now)
  if (refreshToken !== undefined) await keepDrive(db, deps.keys, userId, refreshToken, now)
}

/** Exchanges the one-time code for its result. Throws `not_found` if the code is unknown, used, expired or from another browser. */
export const exchangeCode = (
  means: SignInDeps,
  { code, refreshToken }: { code: string; refreshToken: string | undefined },
  caller: Caller,
) =>
  inTransaction(means.db, async (db): Promise<Outcome> => {
    const { browser, now } = caller
    const pending = await query.takePendingSignIn(db, { codeHash: hashOf(code), browserHash: hashOf(browser), stage: 'token', now })
    if (!pending) throw new Refused('not_found')
    const { provider, purpose, userId, sessionId, sub } = pending
    if (purpose === null || userId === null || sessionId === null) return { ...(await signIn({ ...means, db }, pending, caller)), provider }
    await fulfil({ ...means, db }, { provider, purpose, userId, sessionId, sub, refreshToken, now })
    return { kind: 'done', provider, purpose }
  })

type Joining = {
  choice: string
  /** For `password`, the user entered the correct password, and this is its stored hash. */
  how: { kind: 'password'; passwordHash: string } | { kind: 'keep' } | { kind: 'empty' }
}

const codeOf = (choice: string, { browser, now }: Caller) =>
  ({ codeHash: hashOf(choice), browserHash: hashOf(browser), stage: 'choice', now }) as const

/** Returns the email address of the existing account in a pending choice. Throws `not_found` if the choice doesn't exist. */
export const emailOfChoice = async (db: Db, choice: string, caller: Caller): Promise<string> => {
  const pending = await query.arrivalOf(db, codeOf(choice, caller))
  if (!pending) throw new Refused('not_found')
  return pending.email
}

/** Applies the user's choice to the existing account and signs the user in. */
export const joinAccount = (means: SignInDeps, { choice, how }: Joining, caller: Caller): Promise<SignedIn> =>
  inTransaction(means.db, async (db) => {
    const { now } = caller
    const { deps, names } = means
    const pending = await query.takePendingSignIn(db, codeOf(choice, caller))
    if (!pending) throw new Refused('not_found')
    const { provider, sub, email } = pending
    // Deleting an account locks the calendar first, so the user row must not be locked yet.
    const found = how.kind === 'empty' ? await query.waysOf(db, { email }) : await query.lockWays(db, { email })
    if (!found) throw new Refused('not_found')
    const { userId, passwordHash, ids } = found
    if (passwordHash === null) throw new Refused('taken', otherPerson(provider, ids, names))
    await requireUnused(db, userId, { provider, sub }, names)

    if (how.kind === 'empty') {
      // The trial belonged to the user who set the password. The new owner gets a separate trial.
      await deleteAccount(db, { userId, precondition: { passwordHash }, now, keepsTrial: false }, deps)
      const signedIn = await signUp({ ...means, db }, pending, { ...caller, guestId: undefined })
      // Prevents users from getting a third trial by signing up with a password and choosing an empty account again.
      await deps.trials.keep(db, signedIn.userId, now)
      await record(db, { at: now, actorId: signedIn.userId, act: `${provider}.emptied`, subjectId: userId })
      return signedIn
    }
    if (how.kind === 'password') {
      if (how.passwordHash !== passwordHash) throw new Refused('wrong_password')
      if (ids[provider] !== null && ids[provider] !== sub) throw new Refused('taken', otherPerson(provider, ids, names))
      await link(db, userId, { provider, sub }, names, now)
      return started(db, found, caller)
    }
    // The user who set the password may have shared the calendar with another account, and may have linked other providers and Drive.
    await showToNobody(db, userId, now)
    const onlyWay = { google: null, oidc: null, [provider]: sub }
    if (onlyWay.google !== ids.google) await leaveDrive(db, userId)
    await query.setWays(db, userId, { ids: onlyWay, passwordHash: null, emailConfirmedAt: now })
    await endResets(db, userId, now)
    await deleteSessions(db, userId)
    await forgetOtherDevices(db, userId, undefined)
    await record(db, { at: now, actorId: userId, act: `${provider}.kept`, subjectId: userId })
    return started(db, { userId, passwordHash: null }, caller)
  })

/** Unlinks a provider. Throws `refused_by_rule` if the user doesn't have a password. */
export const leaveProvider = (
  { db, names }: Pick<SignInDeps, 'db' | 'names'>,
  { userId, provider, now }: { userId: string; provider: Provider; now: Date },
): Promise<void> =>
  db.transaction(async (db) => {
    if (await query.unlink(db, userId, provider)) {
      if (provider === 'google') await leaveDrive(db, userId)
      await record(db, { at: now, actorId: userId, act: `${provider}.unlinked`, subjectId: userId })
      return
    }
    const ways = await query.waysOf(db, { userId })
    if (ways && ways.ids[provider] !== null)
      throw new Refused('refused_by_rule', `You don’t have a password. Set one before you unlink ${names[provider]}.`)
  })

/**
 * Returns the purpose of the round trip and the email address to sign in with at the provider. If the provider isn't linked yet, the
 * purpose is to link it. Throws `refused_by_rule` if the requested purpose doesn't fit this account.
 */
export const useOf = async (
  db: Db,
  userId: string,
  { provider, name, wish }: { provider: Provider; name: string; wish: OAuthPurpose },
): Promise<{ purpose: OAuthPurpose; email: string | undefined }> => {
  const { ids, email } = (await query.waysOf(db, { userId })) ?? {}
  const isLinked = ids != null && ids[provider] !== null
  if (wish === 'confirm' && !isLinked) throw new Refused('refused_by_rule', notLinked(name))
  if (wish === 'link' && isLinked) throw new Refused('refused_by_rule', `${name} is already linked to your account.`)
  return !isLinked ? { purpose: 'link', email: undefined } : { purpose: wish, email: email ?? undefined }
}
