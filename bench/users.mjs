import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from '../scripts/child-processes.mjs'
import { projectRoot } from '../scripts/project.mjs'
import { gate, median, printTable } from './figures.mjs'
import { benchEnvironment, startServer } from './start-server.mjs'

const FEW = 1_000
const WARM_UP_TURNS = 3
/**
 * Maximum slowdown with a hundred times as many users. A search without results reads the entire index. So does the last page, but without
 * comparing anything.
 */
const AT_MOST = { page: 8, search: 25 }

/** Platform admin requests, built from the number of users. */
const CALLS = {
  'the first page': () => '/api/admin/users/1/20',
  /** @param {number} people */
  'the last page': (people) => `/api/admin/users/${people / 20}/20`,
  'a nonexistent page': () => '/api/admin/users/1000000000/100',
  /** @param {number} people */
  'a search for one': (people) => `/api/admin/search?q=teacher.${people}@`,
  'a search for a common name': () => '/api/admin/search?q=Lindqvist',
  'a search without results': () => '/api/admin/search?q=nobody%20at%20all',
}

/**
 * Compares listing and searching 100,000 users with the same requests on 1,000 users. Runs over HTTP on both engines, alternating between
 * the two databases.
 * @param {{ many?: number, turns?: number }} size each turn makes three searches, and a user may make sixty per minute
 */
export async function benchUsers({ many: people = 100_000, turns = 15 } = {}) {
  const size = { people, turns }
  const { startPostgres } = await import('#test/postgres.mjs')
  const [few, many] = [await startPostgres(), await startPostgres()]
  try {
    await measure('PostgreSQL', [{ DATABASE_URL: few.url }, { DATABASE_URL: many.url }], size)
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
  const folders = ['few', 'many'].map((name) => mkdtempSync(path.join(tmpdir(), `firstbell-bench-${name}-`)))
  await measure(
    'PGlite',
    folders.map((folder) => ({ DATA_DIR: folder })),
    size,
  ).finally(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
}

/**
 * Starts our server on a database with this many users. Resolves with functions to stop it and to send requests as a platform admin.
 * @param {import('./start-server.mjs').Env} env
 * @param {number} people
 */
async function startFilled(env, people) {
  const first = await startServer(env)
  /** @type {import('./start-server.mjs').SignedIn} */
  const { token, user } = await first
    .call('POST', '/api/auth/register', { body: { email: 'bench@school.example', password: 'first-bell' } })
    .finally(() => first.stop())
  const filling = { cwd: projectRoot, env: benchEnvironment({ ...env, BENCH_ADMIN: user.id, PEOPLE: String(people) }) }
  const { code, output } = await run(process.execPath, ['--import', 'tsx', 'bench/users/fill.mjs'], filling)
  if (code !== 0) throw new Error(`Filling the database failed:\n${output}`)
  const server = await startServer(env)
  return { stop: server.stop, ask: (/** @type {string} */ address) => server.call('GET', address, { token }) }
}

/**
 * @param {string} engine
 * @param {import('./start-server.mjs').Env[]} envs
 * @param {{ people: number, turns: number }} size
 */
async function measure(engine, [fewEnv = {}, manyEnv = {}], { people, turns }) {
  const few = await startFilled(fewEnv, FEW)
  const many = await startFilled(manyEnv, people)
  try {
    const rows = []
    for (const [name, addressOf] of Object.entries(CALLS)) {
      /** @type {[number[], number[]]} */
      const times = [[], []]
      for (let turn = -WARM_UP_TURNS; turn < turns; turn++)
        for (const place of turn % 2 === 0 ? [0, 1] : [1, 0]) {
          const begun = performance.now()
          await (place === 0 ? few.ask(addressOf(FEW)) : many.ask(addressOf(people)))
          if (turn >= 0) times[place]?.push(performance.now() - begun)
        }
      const [base, ms] = [median(times[0]), median(times[1])]
      rows.push({ name, base, ms })
    }
    console.log(`\nUsers on ${engine} (one call at a time, medians of ${turns} pairs)`)
    printTable(
      ['call', `${FEW}: p50 ms`, `${people}: p50 ms`, '×'],
      rows.map(({ name, base, ms }) => [name, base.toFixed(1), ms.toFixed(1), (ms / base).toFixed(2)]),
    )
    for (const [kind, atMost] of Object.entries(AT_MOST)) {
      const ratios = rows.filter(({ name }) => name.includes(kind)).map(({ base, ms }) => ms / base)
      gate(`The slowest ${kind} with ${people} users on ${engine}, relative to ${FEW}`, Math.max(...ratios), { atMost })
    }
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
}
