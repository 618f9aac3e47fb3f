/** Streams the list of all users as a file. */

import { csvCell } from '#server/lib/csv/cells.ts'
import { statusAt } from '#shared/billing/rules.ts'
import type { ExportedRow } from './queries.ts'

/** Returns a user's record as it appears in the file. */
const personOf = (row: ExportedRow, now: Date) => ({
  id: row.id,
  email: row.email,
  name: row.displayName,
  signed_up: row.createdAt.toISOString(),
  last_seen: row.lastSeenAt?.toISOString() ?? null,
  status: statusAt(
    {
      subscriptionStatus: row.status,
      freeTrialStarted: row.freeTrialStarted.toISOString(),
      planEndsAt: row.planEndsAt?.toISOString() ?? null,
    },
    now.getTime(),
  ),
  plan_ends: row.planEndsAt?.toISOString() ?? null,
  plan_until: row.grantedUntil,
  ai: row.aiFeatureFlag && (row.aiEndsAt === null || row.aiEndsAt > now),
  ai_until: row.aiGrantedUntil,
  credits: row.referralCredits,
  school: row.school,
  school_administrator: row.isSchoolAdministrator,
  administrator: row.isAdmin,
})

type Exported = ReturnType<typeof personOf>
const COLUMNS = [
  'id',
  'email',
  'name',
  'signed_up',
  'last_seen',
  'status',
  'plan_ends',
  'plan_until',
  'ai',
  'ai_until',
  'credits',
  'school',
  'school_administrator',
  'administrator',
] as const satisfies readonly (keyof Exported)[]

type Pages = AsyncIterable<readonly ExportedRow[]>

/** Yields CSV with a header row. Starts with a byte order mark, because spreadsheets would otherwise read the file as Latin-1. */
export async function* csvOf(pages: Pages, now: Date): AsyncGenerator<string> {
  yield `\uFEFF${COLUMNS.map(csvCell).join(',')}\r\n`
  for await (const page of pages)
    yield page
      .map((row) => personOf(row, now))
      .map((person) => `${COLUMNS.map((column) => csvCell(String(person[column] ?? ''))).join(',')}\r\n`)
      .join('')
}

/** Yields a JSON array with one line per user. */
export async function* jsonOf(pages: Pages, now: Date): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((row) => JSON.stringify(personOf(row, now))).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
