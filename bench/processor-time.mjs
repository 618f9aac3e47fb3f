import { existsSync, readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/**
 * @typedef {import('./start-server.mjs').Env} Env
 * @typedef {import('./start-server.mjs').Server} Server
 */

/**
 * Returns the processes that do the work: the server and its PostgreSQL backends.
 * @param {Server} server
 * @param {Env} env
 */
async function processesOf({ pid }, { DATABASE_URL: url }) {
  if (url === undefined) return [pid]
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select pid from pg_stat_activity where application_name = 'firstbell'`)
  await client.end()
  return [pid, ...rows.map((row) => Number(row.pid))]
}

/**
 * Resolves with the CPU milliseconds that the server and the database spend while `work` runs.
 * @param {Server} server
 * @param {Env} env
 * @param {() => Promise<void>} work
 */
export async function processorTimeOf(server, env, work) {
  const before = (await processesOf(server, env)).map((pid) => ({ pid, ms: processorMs(pid) }))
  await work()
  return before.reduce((sum, { pid, ms }) => sum + Math.max(0, processorMs(pid) - ms), 0)
}

/**
 * Returns the CPU milliseconds used by a process's threads, or 0 if the process has ended, as happens to idle connections.
 * @param {number} pid
 */
function processorMs(pid) {
  if (!existsSync(`/proc/${pid}/task`)) return 0
  const figures = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
  return figures.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}
