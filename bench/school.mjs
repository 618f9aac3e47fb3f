import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from '../scripts/child-processes.mjs'
import { projectRoot } from '../scripts/project.mjs'
import { gate, median, printTable } from './figures.mjs'
import { processorTimeOf } from './processor-time.mjs'
import { benchEnvironment, startServer } from './start-server.mjs'
import { weekOf } from './week-change/lessons.js'

/**
 * @typedef {import('./start-server.mjs').Env} Env
 * @typedef {import('./start-server.mjs').Server} Server
 * @typedef {{ weeks: number, entries: number, readsATurn: number }} Size Planned weeks, and days with a school entry. Both
 *   are even numbers.
 */

const BLOCKS_A_DAY = 8
const WARM_UP_TURNS = 2
const ADMINISTRATOR = 'principal@school.example'
const MEMBER = 'member@school.example'
const ALONE = 'alone@school.example'

/**
 * Compares reading a week for a teacher whose school has entries on 200 days with reading the same week for a teacher without a school.
 * Measures the combined CPU time of the server and the database. Alternates between the two reads, on both engines.
 * @param {{ turns: number } & Partial<Size>} length
 */
export async function benchSchool({ turns, weeks = 40, entries = 200, readsATurn = 150 }) {
  if (process.platform !== 'linux') return console.log('\nProcessor time is read from /proc, so school only runs on Linux.')
  const size = { weeks, entries, readsATurn }
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres()
  await measure('PostgreSQL', { DATABASE_URL: postgres.url }, turns, size).finally(() => postgres.stop())
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  await measure('PGlite', { DATA_DIR: folder }, turns, size).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/**
 * @param {string} engine
 * @param {Env} env
 * @param {number} turns
 * @param {Size} size
 */
async function measure(engine, env, turns, size) {
  const first = await startServer(env)
  for (const email of [ADMINISTRATOR, MEMBER, ALONE])
    await first.call('POST', '/api/auth/register', { body: { email, password: 'first-bell' } })
  await first.stop()
  const command = ['dist/server/admin.js', 'create-school', 'Lincoln Elementary', 'America/New_York', ADMINISTRATOR]
  const { code, output } = await run(process.execPath, command, { cwd: projectRoot, env: benchEnvironment(env) })
  if (code !== 0) throw new Error(`Opening the school failed:\n${output}`)
  const server = await startServer(env)
  try {
    const { member, alone } = await fill(server, size)
    const { monday, days } = weekOf(size.weeks / 2, BLOCKS_A_DAY)
    const address = `/api/calendar?from=${monday}&to=${days.at(-1)?.date}`
    await demandSame(server, address, member, alone)
    /** @type {[number[], number[]]} */
    const times = [[], []]
    for (let turn = -WARM_UP_TURNS; turn < turns; turn++)
      for (const place of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const spent = await processorTimeOf(server, env, async () => {
          for (let read = 0; read < size.readsATurn; read++) await server.call('GET', address, { token: place === 0 ? alone : member })
        })
        if (turn >= 0) times[place]?.push(spent / size.readsATurn)
      }
    const [without, within] = [median(times[0]), median(times[1])]
    console.log(`\nReading a week with ${size.entries} school entries on ${engine} (${turns} pairs of ${size.readsATurn} reads)`)
    printTable(
      ['a teacher', 'processor ms'],
      [
        ['without a school', without.toFixed(2)],
        ['in a school', within.toFixed(2)],
      ],
    )
    gate(`A member's week on ${engine}, relative to a teacher without a school`, within / without, { atMost: 1.2 })
  } finally {
    await server.stop()
  }
}

/**
 * Plans the same weeks for two teachers. One of them joins the school, whose entries cover the middle days. Resolves with the teachers'
 * tokens.
 * @param {Server} server
 * @param {Size} size
 */
async function fill(server, { weeks, entries }) {
  /** @param {string} email */
  const signIn = async (email) => {
    /** @type {import('./start-server.mjs').SignedIn} */
    const { token, user } = await server.call('POST', '/api/auth/login', { body: { email, password: 'first-bell' } })
    return { token, user }
  }
  const [principal, member, alone] = [await signIn(ADMINISTRATOR), await signIn(MEMBER), await signIn(ALONE)]
  for (let week = 0; week < weeks; week++) {
    const days = weekOf(week, BLOCKS_A_DAY).days.map(({ date, blocks }) => ({
      date,
      blocks: blocks.map(({ id, title, html, startTime, endTime }) => ({ id, title, description: html, startTime, endTime })),
    }))
    for (const { token } of [member, alone]) await server.call('POST', '/api/calendar/days', { token, body: { days } })
  }
  /** @type {{ school: { id: string } }} */
  const { school } = await server.call('GET', '/api/school', { token: principal.token })
  const middle = weekOf(weeks / 2, 1).monday
  /** @param {number} days */
  const dayAfter = (days) => new Date(Date.parse(middle) + days * 86_400_000).toISOString().slice(0, 10)
  await server.call('POST', '/api/calendar/bulk', {
    token: principal.token,
    body: {
      schoolId: school.id,
      from: dayAfter(-entries / 2),
      to: dayAfter(entries / 2 - 1),
      hasNote: true,
      noteText: 'Buses leave at noon',
    },
  })
  /** @type {{ id: string }} */
  const { id } = await server.call('POST', '/api/admin/school-invitations', { token: principal.token, body: { email: MEMBER } })
  await server.call('POST', `/api/school/invitations/${id}/accept`, { token: member.token })
  return { member: member.token, alone: alone.token }
}

/**
 * Throws unless the two weeks are comparable. The member's week may differ only by the school's entries.
 * @param {Server} server
 * @param {string} address
 * @param {string} member
 * @param {string} alone
 */
async function demandSame(server, address, member, alone) {
  /** @type {{ schoolNote?: string, blocks: object[] }[][]} */
  const [under, without] = [await server.call('GET', address, { token: member }), await server.call('GET', address, { token: alone })]
  const isSame = JSON.stringify(under?.map(({ blocks }) => blocks)) === JSON.stringify(without?.map(({ blocks }) => blocks))
  if (!isSame || under?.length !== 5 || under.some(({ schoolNote }) => !schoolNote)) throw new Error("The weeks aren't comparable")
}
