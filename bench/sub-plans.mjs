import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gate, median, printTable } from './figures.mjs'
import { startServer } from './start-server.mjs'
import { mondayOf, weekOf } from './week-change/lessons.js'

/**
 * @typedef {import('./start-server.mjs').Server} Server
 * @typedef {import('./week-change/lessons.js').Day} Day
 */

const BLOCKS_A_DAY = 12
/** The server's limit on plans per user per minute. */
const PLANS_EACH = 10
const WARM_UP_TURNS = 10
/** Maximum milliseconds for a plan, on top of reading its days three times. */
const ALLOWANCE_MS = 50

/**
 * Compares generating a substitute plan for ten full days with reading those days. Runs over HTTP on the embedded engine, alternating
 * between the two.
 * @param {{ teachers?: number }} size at least two: the first one's plans are the warm-up
 */
export async function benchSubPlans({ teachers: count = 7 } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const days = [0, 1].flatMap((week) => weekOf(week, BLOCKS_A_DAY).days)
    const dates = days.map(({ date }) => date)
    const range = `/api/calendar?from=${mondayOf(0)}&to=${dates.at(-1)}`
    const teachers = []
    for (let number = 0; number < count; number++) teachers.push(await planned(server, `bench-${number}@school.example`, days))
    /** @type {Record<'reading' | 'plan', number[]>} */
    const times = { reading: [], plan: [] }
    /** @param {'reading' | 'plan'} name @param {number} turn @param {() => Promise<Response>} job */
    const timed = async (name, turn, job) => {
      const begun = performance.now()
      const text = await (await job()).text()
      if (turn >= WARM_UP_TURNS) times[name].push(performance.now() - begun)
      return text
    }
    for (let turn = 0; turn < count * PLANS_EACH; turn++) {
      const token = teachers[Math.floor(turn / PLANS_EACH)] ?? ''
      const read = await timed('reading', turn, () => ask(server, token, range))
      const plan = await timed('plan', turn, () => ask(server, token, '/api/sub-plans/generate', { dates }))
      demandWhole(JSON.parse(read), plan)
    }
    const [reading, plan] = [median(times.reading), median(times.plan)]
    console.log(`\nA substitute plan of ${dates.length} days × ${BLOCKS_A_DAY} blocks of 1 KB (PGlite, ${times.plan.length} turns)`)
    printTable(
      ['call', 'p50 ms'],
      [
        ['reading the days', reading.toFixed(1)],
        ['the plan', plan.toFixed(1)],
      ],
    )
    gate(`A plan of ${dates.length} full days, time beyond 3 × reading them`, plan - 3 * reading, { atMost: ALLOWANCE_MS }, ' ms')
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Creates a teacher with these days and special notes. Resolves with the teacher's token.
 * @param {Server} server
 * @param {string} email
 * @param {Day[]} days
 */
async function planned(server, email, days) {
  /** @type {import('./start-server.mjs').SignedIn} */
  const { token } = await server.call('POST', '/api/auth/register', { body: { email, password: 'first-bell' } })
  const note = days[0]?.blocks[0]?.html
  await server.call('PATCH', '/api/user', {
    token,
    body: { emergencyProcedures: note, substituteInstructions: note, studentNotes: note },
  })
  const lessons = days.map(({ date, blocks }) => ({
    date,
    blocks: blocks.map(({ id, title, html, startTime, endTime }) => ({ id, title, description: html, startTime, endTime })),
  }))
  await server.call('POST', '/api/calendar/days', { token, body: { days: lessons } })
  return token
}

/**
 * @param {Server} server
 * @param {string} token
 * @param {string} address
 * @param {object} [body]
 */
async function ask(server, token, address, body) {
  const response = await fetch(server.origin + address, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${address} returned ${response.status}: ${await response.text()}`)
  return response
}

/**
 * Throws if the plan is missing a lesson, since an incomplete plan would be misleadingly fast.
 * @param {Day[]} days
 * @param {string} plan
 */
function demandWhole(days, plan) {
  const lessons = days.flatMap(({ blocks }) => blocks).length
  const written = plan.match(/class="lesson keep"/g)?.length
  if (written !== lessons) throw new Error(`The plan has ${written} of ${lessons} lessons`)
}
