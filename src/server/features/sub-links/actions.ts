/**
 * Links that show a teacher's plan to anyone who has the address (docs/decisions/0053).
 *
 * 1. A token has 128 random bits. The database finds a link by the token's hash, and keeps the token encrypted for its maker.
 * 2. A page always shows the current plan, and only what its maker may still see of the teacher's days.
 * 3. A second token sends reports, and opens nothing.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { lockUser, timezoneOf } from '#server/features/people/queries.ts'
import { recordPlan } from '#server/features/schools/views/actions.ts'
import { gatherSubPlan, pageOfPlan } from '#server/features/sub-plans/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { addDays, todayIn } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { SubLink, SubLinkParts } from '#shared/sub-links/contract.ts'
import type { SubPlan } from '#shared/sub-plans/document/rules.ts'
import type { SubPage } from './documents.ts'
import { hashOfPlan } from './page/policy.ts'
import { endOfLink, hashOf, ownersOfTokens } from './policy.ts'
import * as query from './queries.ts'
import { type PlanSource, planSourceOf } from './sources/actions.ts'

/** Returns 128 random bits as 22 characters. */
const newToken = (): string => randomBytes(16).toString('base64url')

/** Returns a link's token, or undefined if the key that encrypted it is gone. */
export const tokenOf = (keys: KeyRing, { id, sealedToken }: Pick<query.LinkRow, 'id' | 'sealedToken'>): string | undefined =>
  keys.open('sub-links', ownersOfTokens(id).link, sealedToken)

/** Returns the address of a link's page. */
export const addressOf = (origin: string, token: string): string => `${origin}/s/${token}`

/** Maximum size of a page's lessons in bytes: a month of full lessons. A page is rendered in one piece, for anyone who has its address. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024

type Shown = Pick<query.LinkRow, 'userId' | 'dates' | 'include' | 'message' | 'emergencyPlanId'>

/** Returns the current plan of a link. Throws `not_found` if its teacher or emergency plan is gone, and `refused_by_rule` for too large a plan. */
const planOf = async (db: Db, keys: KeyRing, { calendar, reader }: PlanSource, link: Shown, isNew = false): Promise<SubPlan> => {
  const { userId, dates, include, message, emergencyPlanId: id } = link
  const emergency = id === null ? undefined : await query.emergencyPlanOf(db, { userId, id, isNew })
  if (id !== null && !emergency) throw new Refused('not_found')
  const { lessons, substituteInstructions, alerts, studentNotes } = include
  const choices = { lessons, substituteInstructions, alerts, studentNotes, emergencyProcedures: true, message }
  const instead = emergency && (emergency.content as { blocks: StoredBlock[] }).blocks
  return gatherSubPlan(db, { keys, calendar, dates, choices, reader, instead, mostBytes: MAX_PAGE_BYTES })
}

type Ends = { dates: readonly string[]; endsOn: string; timezone: string; now: Date }

/** Returns when a link ends. Throws `refused_by_rule` for an end that is over, too late, or before the plan's last day. */
const requireEnd = ({ dates, endsOn, timezone, now }: Ends): Date => {
  const last = dates.at(-1) ?? endsOn
  const endsAt = endOfLink(endsOn, timezone)
  const refuse = (sentence: string) => new Refused('refused_by_rule', sentence)
  if (endsAt <= now) throw refuse('That day is over. Choose today or a later day.')
  if (endsOn < last) throw refuse('A link can’t end before the last day of its plan.')
  if (endsOn > addDays(last, MAX.daysPastPlan)) throw refuse(`A link can end at most ${MAX.daysPastPlan} days after its plan.`)
  if (endsOn > addDays(todayIn(timezone, now.getTime()), MAX.rangeDays)) throw refuse('A link can end at most a year from now.')
  return endsAt
}

type Wish = {
  dates: readonly string[]
  include: SubLinkParts
  message: string
  endsOn?: string | undefined
  teacherId?: string | undefined
  emergencyPlanId?: string | undefined
}
type By = { keys: KeyRing; actor: { userId: string; isGuest: boolean }; now: Date }

const TOO_MANY = `${MAX.openLinks} links are open already. Turn one off first.`

/** Makes a link. Throws `not_found` for a teacher whose plans the caller may not make. */
export const createLink = async (db: Db, { keys, actor, now }: By, wish: Wish): Promise<{ id: string; token: string; endsAt: Date }> => {
  if (actor.isGuest) throw new Refused('sign_up_needed')
  const { include, message, teacherId, emergencyPlanId = null } = wish
  const userId = teacherId ?? actor.userId
  const source = await planSourceOf(db, { madeBy: actor.userId, userId })
  // An emergency plan is its teacher's alone until they send it.
  if (!source || (emergencyPlanId !== null && source.reader)) throw new Refused('not_found')
  const timezone = await timezoneOf(db, userId)
  const dates = [...wish.dates].sort()
  const endsOn = wish.endsOn ?? dates.at(-1) ?? ''
  const endsAt = requireEnd({ dates, endsOn, timezone, now })
  const [id, token, reportToken] = [randomUUID(), newToken(), newToken()]
  const planHash = hashOfPlan(await planOf(db, keys, source, { userId, dates, include, message, emergencyPlanId }, true), token)
  const row = {
    ...{ id, userId, madeBy: actor.userId, dates, include, message, emergencyPlanId, planHash, endsOn, endsAt, createdAt: now },
    tokenHash: hashOf(token),
    sealedToken: keys.seal('sub-links', ownersOfTokens(id).link, token),
    reportTokenHash: hashOf(reportToken),
    sealedReportToken: keys.seal('sub-links', ownersOfTokens(id).report, reportToken),
  }
  await db.transaction(async (db) => {
    // Two links made at once must not both be the twentieth.
    await lockUser(db, userId)
    if ((await query.countOpen(db, userId, now)) >= MAX.openLinks) throw new Refused('refused_by_rule', TOO_MANY)
    await query.insertLink(db, row)
    if (source.schoolId !== undefined) await recordPlan(db, { actorId: actor.userId, schoolId: source.schoolId, at: now }, userId)
  })
  return { id, token, endsAt }
}

type Change = {
  dates?: readonly string[] | undefined
  include?: { [Part in keyof SubLinkParts]?: SubLinkParts[Part] | undefined } | undefined
  message?: string | undefined
  endsOn?: string | undefined
}

const given = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>

/** Returns the last day of a changed link: the chosen one, or the old one, which follows the plan's last day if it was on it. */
const endOfChanged = (link: query.LinkRow, dates: readonly string[], endsOn: string | undefined): string => {
  if (endsOn !== undefined) return endsOn
  const last = dates.at(-1) ?? link.endsOn
  return link.endsOn === link.dates.at(-1) || link.endsOn < last ? last : link.endsOn
}

/** Changes an open link of the caller. Throws `not_found` for any other link. */
export const changeLink = (db: Db, { keys, actor, now }: By, id: string, change: Change): Promise<void> =>
  db.transaction(async (db) => {
    const link = await query.lockLinkOf(db, { id, madeBy: actor.userId }, now)
    const source = link && (await planSourceOf(db, link))
    if (!link || !source) throw new Refused('not_found')
    const timezone = await timezoneOf(db, link.userId)
    const dates = change.dates ? [...change.dates].sort() : link.dates
    const endsOn = endOfChanged(link, dates, change.endsOn)
    const include = { ...link.include, ...given(change.include ?? {}) } as SubLinkParts
    const changed = { dates, include, message: change.message ?? link.message, endsOn }
    const endsAt = requireEnd({ dates, endsOn, timezone, now })
    const planHash = hashOfPlan(await planOf(db, keys, source, { ...link, ...changed }), tokenOf(keys, link) ?? newToken())
    await query.updateLink(db, id, { ...changed, endsAt, planHash })
    // Other days are another plan, which the teacher can see in their log.
    if (change.dates && source.schoolId !== undefined)
      await recordPlan(db, { actorId: actor.userId, schoolId: source.schoolId, at: now }, link.userId)
  })

/** Turns off a link of the caller's days, or one that the caller made. Throws `not_found` for any other. */
export const turnOffLink = async (db: Db, link: { id: string; userId: string }, now: Date): Promise<void> => {
  if (!(await query.revokeLink(db, link, now))) throw new Refused('not_found')
}

type Reader = { keys: KeyRing; userId: string; origin: string; now: Date }

const shownLink =
  ({ keys, userId, origin, now }: Reader) =>
  ({ link, teacherName, makerName, planName, openings, openingCount }: Awaited<ReturnType<typeof query.linksOf>>[number]): SubLink => {
    const { id, dates, include, message, endsOn, endsAt, revokedAt, createdAt, sentAt, emergencyPlanId } = link
    const token = link.madeBy === userId ? tokenOf(keys, link) : undefined
    const state = revokedAt ? 'off' : endsAt > now ? 'open' : 'ended'
    return {
      ...{ id, dates, include, message, endsOn, state },
      url: token === undefined || state !== 'open' ? null : addressOf(origin, token),
      teacher: { id: link.userId, name: teacherName },
      madeBy: { id: link.madeBy, name: makerName },
      emergencyPlan: emergencyPlanId === null || planName === null ? null : { id: emergencyPlanId, name: planName },
      endsAt: endsAt.toISOString(),
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      openings: openings.map((opening) => ({ ...opening, at: new Date(opening.at).toISOString() })),
      openingCount,
    }
  }

/** Returns the links of the reader's days and those that the reader made. */
export const linksShownTo = async (db: Db, reader: Reader): Promise<SubLink[]> => (await query.linksOf(db, reader)).map(shownLink(reader))

/** Returns a link of the reader. Throws `not_found`. */
export const linkShownTo = async (db: Db, reader: Reader, id: string): Promise<SubLink> => {
  const [found] = await query.linksOf(db, { ...reader, id })
  if (!found) throw new Refused('not_found')
  return shownLink(reader)(found)
}

/** Returns a link's plan as a printable page with the link's code. A link without files has no links to them. */
export const printedPage = (plan: SubPlan, { linkUrl, include }: { linkUrl: string; include: SubLinkParts }): string => {
  const page = pageOfPlan(plan, linkUrl)
  return include.files ? page : page.replace(/<\/?a\b[^>]*>/g, '')
}

/** Returns the plan of an open link that the reader made, as a printable page. Throws `not_found` for any other link. */
export const printedLink = async (db: Db, { keys, userId, origin, now }: Reader, id: string): Promise<string> => {
  const link = await query.openLinkById(db, { id, madeBy: userId }, now)
  const source = link && (await planSourceOf(db, link))
  const token = link && tokenOf(keys, link)
  if (!link || !source || token === undefined) throw new Refused('not_found')
  return printedPage(await planOf(db, keys, source, link), { linkUrl: addressOf(origin, token), include: link.include })
}

/**
 * Returns the current plan of a link, and whether it lacks the lessons' texts because they have become too large for a page. Undefined if
 * its teacher or emergency plan is gone.
 */
export const currentPlanOf = async (
  db: Db,
  keys: KeyRing,
  source: PlanSource,
  link: query.LinkRow,
): Promise<{ plan: SubPlan; isShortened: boolean } | undefined> => {
  try {
    return { plan: await planOf(db, keys, source, link), isShortened: false }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code !== 'refused_by_rule') return undefined
    return { plan: await planOf(db, keys, source, { ...link, include: { ...link.include, lessons: 'glance' } }), isShortened: true }
  }
}

/**
 * Returns the page of an open link, with its current plan. Undefined for any other token, always after the same query. Calls `admit` with
 * the link's id before it reads the plan.
 */
export const openPage = async (
  db: Db,
  keys: KeyRing,
  { token, now, admit }: { token: string; now: Date; admit: (linkId: string) => void },
): Promise<SubPage | undefined> => {
  const link = await query.openLink(db, hashOf(token), now)
  if (!link) return undefined
  admit(link.id)
  const source = await planSourceOf(db, link)
  const current = source && (await currentPlanOf(db, keys, source, link))
  if (!current) return undefined
  const { plan } = current
  const { id, endsAt, include } = link
  const reportToken = keys.open('sub-links', ownersOfTokens(id).report, link.sealedReportToken)
  return {
    plan,
    link: {
      ...{ id, token, endsAt },
      reportToken: reportToken ?? '',
      parts: { ...include, report: include.report && reportToken !== undefined },
      isChanged: hashOfPlan(plan, token) !== link.planHash,
    },
  }
}
