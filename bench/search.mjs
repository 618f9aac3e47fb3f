import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from '../scripts/child-processes.mjs'
import { projectRoot } from '../scripts/project.mjs'
import { gate, median, printTable } from './figures.mjs'
import { dayOfLessons, lessonHtml, words } from './search/lessons.mjs'
import { benchEnvironment, startServer } from './start-server.mjs'

const WARM_UP_TURNS = 20
/** A Monday in the middle of the planned weeks. */
const MONDAY = '2022-06-06'
const FRIDAY = '2022-06-10'

/** Search terms of varying frequency (words are sorted from most to least common), plus a two-letter partial word. */
const SEARCHES = {
  'a rare word': words[6000],
  'two words': `${words[900]} ${words[2500]}`,
  'two common words': `${words[20]} ${words[60]}`,
  'the most common word': words[0],
  'two letters': words[300]?.slice(0, 2),
  'a word without matches': 'photosynthesis',
}

/**
 * Compares searching a planner of 15,000 lessons (50 MB) with reading one of its weeks, and a save that changes lesson text with a save
 * that doesn't. Runs over HTTP on both engines, alternating between the requests it compares.
 * @param {{ turns: number, lessons?: number }} length
 */
export async function benchSearch({ turns, lessons = 15_000 }) {
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres()
  await measure('PostgreSQL', { DATABASE_URL: postgres.url }, turns, lessons).finally(() => postgres.stop())
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  await measure('PGlite', { DATA_DIR: folder }, turns, lessons).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/**
 * @param {string} engine
 * @param {import('./start-server.mjs').Env} env
 * @param {number} turns
 * @param {number} lessons
 */
async function measure(engine, env, turns, lessons) {
  const first = await startServer(env)
  /** @type {import('./start-server.mjs').SignedIn} */
  const { token, user } = await first
    .call('POST', '/api/auth/register', { body: { email: 'bench@school.example', password: 'first-bell' } })
    .finally(() => first.stop())
  const filling = { cwd: projectRoot, env: benchEnvironment({ ...env, OWNER: user.id, LESSONS: String(lessons) }) }
  const { code, output } = await run(process.execPath, ['--import', 'tsx', 'bench/search/fill.mjs'], filling)
  if (code !== 0) throw new Error(`Filling the planner failed:\n${output}`)
  const server = await startServer(env)
  try {
    const week = () => server.call('GET', `/api/calendar?from=${MONDAY}&to=${FRIDAY}`, { token })
    const searches = Object.entries(SEARCHES).map(([name, q = '']) => ({
      name: `a search: ${name}`,
      run: () => server.call('GET', `/api/calendar/search?${new URLSearchParams({ q })}`, { token }),
    }))
    const read = await inPairs(week, searches, turns)
    const saves = await inPairs(...savesOf(server, token), turns)
    console.log(`\nSearching ${lessons} lessons of 3.3 kB on ${engine} (one call at a time, medians of ${turns} pairs)`)
    printTable(
      ['call', 'p50 ms', 'baseline p50 ms', '×'],
      [...read, ...saves].map(({ name, ms, other }) => [name, ms.toFixed(1), other.toFixed(1), (ms / other).toFixed(2)]),
    )
    const worst = Math.max(...read.map(({ ms, other }) => ms / other))
    gate(`The slowest search of ${lessons} lessons on ${engine}, relative to reading a week`, worst, { atMost: 3 })
    for (const { ms, other } of saves)
      gate(`Saving changed text on ${engine}, relative to a save without text changes`, ms / other, { atMost: 1.3 })
  } finally {
    await server.stop()
  }
}

/**
 * Alternates each contender with `base`. Resolves with the contender's median and the median of `base` in the same turns.
 * @param {() => Promise<unknown>} base
 * @param {{ name: string, run: () => Promise<unknown> }[]} contenders
 * @param {number} turns
 */
async function inPairs(base, contenders, turns) {
  const results = []
  for (const { name, run: contend } of contenders) {
    /** @type {[number[], number[]]} */
    const times = [[], []]
    for (let turn = -WARM_UP_TURNS; turn < turns; turn++)
      for (const place of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const begun = performance.now()
        await (place === 0 ? base() : contend())
        if (turn >= 0) times[place]?.push(performance.now() - begun)
      }
    results.push({ name, other: median(times[0]), ms: median(times[1]) })
  }
  return results
}

/**
 * Returns two saves of a day with eight lessons: one changes five alerts, which aren't searchable, and one rewrites a
 * lesson. Both store about the same amount of history for Undo.
 * @param {import('./start-server.mjs').Server} server
 * @param {string} token
 * @returns {[() => Promise<unknown>, { name: string, run: () => Promise<unknown> }[]]}
 */
function savesOf(server, token) {
  const blocks = dayOfLessons(8)
  let count = 0
  const save = () => server.call('POST', '/api/calendar', { token, body: { date: MONDAY, blocks } })
  const withAlert = () => {
    for (const block of blocks.slice(0, 5)) Object.assign(block, { hasAlert: true, alertMessage: `${++count} `.repeat(80) })
    return save()
  }
  const withText = () => {
    Object.assign(blocks[3] ?? {}, { description: lessonHtml() })
    return save()
  }
  return [withAlert, [{ name: 'a save of a rewritten lesson', run: withText }]]
}
