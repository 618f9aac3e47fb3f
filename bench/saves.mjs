import { once } from 'node:events'
import { start } from '../scripts/child-processes.mjs'
import { projectRoot } from '../scripts/project.mjs'
import { gate, inTurns, median, printTable } from './figures.mjs'
import { benchEnvironment } from './start-server.mjs'

const SERVERS = 3
const WRITERS = 24
const WARM_UP_SECONDS = 1
const ONE_ROW = ['one row, without a notice', 'one row, with a notice', 'one row, with a notice in its transaction']
const SAVED_DAY = ['a saved day, without a notice', 'a saved day, with a notice']

/**
 * Measures commits per second of concurrent writers on three servers, each changing a separate calendar, on a durable PostgreSQL server
 * (fsync on). Alternates between changes with notices and the same statements without them.
 * @param {{ rounds: number, seconds: number }} length
 */
export async function benchSaves({ rounds, seconds }) {
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres({ isDurable: true })
  const env = benchEnvironment({ DATABASE_URL: postgres.url, WRITERS: String(WRITERS / SERVERS) })
  const servers = Array.from({ length: SERVERS }, () =>
    start(process.execPath, ['--import', 'tsx', 'bench/saves/write.mjs'], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  )
  const ends = servers.map((server) => once(server, 'close'))
  const aFailure = Promise.race(ends).then(([code]) => Promise.reject(new Error(`A server ended with ${code}`)))
  /** Resolves with what each server answers. */
  const answers = () => Promise.race([Promise.all(servers.map(async (server) => (await once(server, 'message'))[0])), aFailure])
  /** @param {string} contender @param {number} length seconds */
  const load = async (contender, length) => {
    const begun = performance.now()
    for (const server of servers) server.send({ contender, seconds: length })
    const commits = await answers()
    return commits.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1000)
  }
  try {
    await answers()
    const contenders = [...ONE_ROW, ...SAVED_DAY].map((name) => ({ name }))
    for (const { name } of contenders) await load(name, Math.min(WARM_UP_SECONDS, seconds))
    const results = await inTurns(contenders, rounds, ({ name }) => load(name, seconds))
    report(results, `medians of ${rounds} rounds of ${seconds} s`)
  } finally {
    aFailure.catch(() => undefined)
    for (const server of servers) if (server.connected) server.send('end')
    await Promise.all(ends)
    await postgres.stop()
  }
}

/**
 * @param {Map<string, number[]>} results commits per second, by contender
 * @param {string} length
 */
function report(results, length) {
  /** @param {string | undefined} name */
  const rate = (name = '') => median(results.get(name) ?? [])
  console.log(`\n${WRITERS} writers on ${SERVERS} servers, with separate calendars on PostgreSQL (${length})`)
  printTable(
    ['a commit', 'per second'],
    [...results.keys()].map((name) => [name, rate(name).toFixed(0)]),
  )
  gate('Changes of one row with a notice, relative to those without', rate(ONE_ROW[1]) / rate(ONE_ROW[0]), { atLeast: 0.9 })
  gate('Saved days with a notice, relative to those without', rate(SAVED_DAY[1]) / rate(SAVED_DAY[0]), { atLeast: 0.9 })
}
