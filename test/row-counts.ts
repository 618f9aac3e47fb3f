import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import { pool } from './app.ts'

const tables = (await tablesParentsFirst(pool)).map(({ name }) => name)
/** SQL expressions that distinguish kinds of rows in a table. */
const KINDS: Record<string, string> = {
  jobs: `name || coalesce(' ' || (select kind from mails where id::text = payload->>'mailId'), '')`,
  mails: `kind || ' ' || coalesce(outcome, 'waiting')`,
  audit_log: 'act',
}
const counting = tables
  .map((table) => `select '${table}' || coalesce(' ' || ${KINDS[table] ?? 'null'}, '') as rows, count(*)::int from ${table} group by 1`)
  .join(' union all ')

/** Returns the row count by table and kind. */
export const rowCounts = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await pool.query(`${counting} order by 1`)).rows.map(({ rows, count }) => [rows, count]))
