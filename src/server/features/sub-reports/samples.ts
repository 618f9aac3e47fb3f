import { randomBytes, randomUUID } from 'node:crypto'
import { hashOf } from '#server/features/sub-links/policy.ts'
import { subLinks } from '#server/features/sub-links/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { USUAL_PARTS } from '#shared/sub-links/rules.ts'
import type { ReportInput } from '#shared/sub-reports/contract.ts'
import { takeReport } from './actions.ts'

type Link = {
  owner: string
  dates?: string[]
  now: Date
  endsAt?: Date
  asksForReport?: boolean
  emergencyPlanId?: string | null
}

const newToken = (): string => randomBytes(16).toString('base64url')

/** Creates a link of one day that ends a day later, without its encrypted address. Returns its id and tokens. */
export const aReportingLink = async (
  db: Db,
  { owner, dates = ['2026-11-18'], now, endsAt = new Date(now.getTime() + 86_400_000), asksForReport = true, emergencyPlanId = null }: Link,
) => {
  const [id, token, reportToken] = [randomUUID(), newToken(), newToken()]
  await db.insert(subLinks).values({
    ...{ id, userId: owner, madeBy: owner, dates, message: '', emergencyPlanId, planHash: '', endsAt, createdAt: now },
    ...{ tokenHash: hashOf(token), sealedToken: '', reportTokenHash: hashOf(reportToken), sealedReportToken: '' },
    ...{ include: { ...USUAL_PARTS, report: asksForReport }, endsOn: dates.at(-1) ?? '2026-11-18' },
  })
  return { id, token, reportToken }
}

export const aReportInput = (report: Partial<ReportInput> = {}): ReportInput => ({
  name: 'Carla Jennings',
  lessons: [],
  absent: [],
  ...report,
})

/** Stores a report, through a new link unless a token is given. */
export const aSubReport = async (
  db: Db,
  keys: KeyRing,
  { owner, now, token, ...report }: Partial<ReportInput> & { owner: string; now: Date; token?: string },
) => {
  const through = token ?? (await aReportingLink(db, { owner, now })).token
  return takeReport(
    { db, keys, now, mailQueue: CLOSED_MAIL_QUEUE },
    { token: through, key: () => hashOf(randomUUID()), report: aReportInput(report) },
  )
}
