import { run } from '../scripts/child-processes.mjs'
import { projectRoot } from '../scripts/project.mjs'
import { gate, median, printTable } from './figures.mjs'
import { benchEnvironment } from './start-server.mjs'

const WRITERS = 24

/**
 * Measures commits per second for concurrent writers, each changing a separate calendar, on a durable PostgreSQL server (fsync on).
 * Alternates between saves with change notices and the same statements without them.
 * @param {{ rounds: number, seconds: number }} length
 */
export async function benchSaves({ rounds, seconds }) {
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres({ isDurable: true })
  try {
    const { code, output } = await run(process.execPath, ['--import', 'tsx', 'bench/saves/write.mjs'], {
      cwd: projectRoot,
      env: benchEnvironment({
        DATABASE_URL: postgres.url,
        WRITERS: String(WRITERS),
        ROUNDS: String(rounds),
        SECONDS: String(seconds),
      }),
    })
    if (code !== 0) throw new Error(`Changing the calendars failed:\n${output}`)
    /** @type {Record<string, number[]>} */
    const results = JSON.parse(output.trim().split('\n').at(-1) ?? '')
    const [without = [], announced = []] = Object.values(results)
    console.log(`\n${WRITERS} writers with separate calendars on PostgreSQL (medians of ${rounds} rounds of ${seconds} s)`)
    printTable(
      ['a save', 'commits/s'],
      Object.entries(results).map(([name, rates]) => [name, median(rates).toFixed(0)]),
    )
    gate('Saves with a notice, relative to saves without one', median(announced) / median(without), { atLeast: 0.9 })
  } finally {
    await postgres.stop()
  }
}
