import { deepStrictEqual } from 'node:assert'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { run } from '../scripts/child-processes.mjs'
import { projectRoot } from '../scripts/project.mjs'
import { gate, inTurns, median, printTable } from './figures.mjs'
import { benchEnvironment, startListening, startServer } from './start-server.mjs'
import { mondayOf, weekOf } from './week-change/lessons.js'

const FEW_DAYS = 10_000
const CONNECTIONS = 16
const WARM_UP_SECONDS = 2
const BLOCKS_A_DAY = 8

/**
 * @typedef {import('./start-server.mjs').Env} Env
 * @typedef {{ name: string, url: string, token?: string }} Contender
 * @typedef {{ perSecond: number, p50: number, p99: number }} Load
 * @typedef {{ rounds: number, seconds: number, manyDays: number }} Length
 */

/** @param {string} script */
const inTsx = (script) => ['--import', 'tsx', script]

/**
 * Benchmarks reading a week over HTTP. Compares our server (including the session check, with few and with many days in its database) with
 * a bare handler, on PostgreSQL and on the embedded engine. Alternates between them. Only compare results from the same run.
 * @param {Omit<Length, 'manyDays'> & Partial<Length>} options
 */
export async function benchServer({ rounds, seconds, manyDays = 1_000_000 }) {
  const length = { rounds, seconds, manyDays }
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-bench-'))
  try {
    await onPostgres((small, large) => compare('PostgreSQL', { small, large, bareCopy: () => small }, length))
    const small = { DATA_DIR: path.join(folder, 'small') }
    const large = { DATA_DIR: path.join(folder, 'large') }
    // Only one process can open an embedded database, so the bare handler gets a copy.
    const bareCopy = () => {
      const copy = `${small.DATA_DIR}-bare`
      cpSync(small.DATA_DIR, copy, { recursive: true })
      return { DATA_DIR: copy }
    }
    await compare('PGlite', { small, large, bareCopy }, length)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs `measure` with two empty databases on a dedicated PostgreSQL server.
 * @param {(small: Env, large: Env) => Promise<void>} measure
 */
async function onPostgres(measure) {
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres()
  try {
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    /** @param {string} name */
    const create = async (name) => {
      await admin.query(`create database ${name}`)
      const url = new URL(postgres.url)
      url.pathname = name
      return { DATABASE_URL: url.href }
    }
    const small = await create('bench_small')
    const large = await create('bench_large')
    await admin.end()
    await measure(small, large)
  } finally {
    await postgres.stop()
  }
}

/**
 * Compares our server with the bare handler on one engine. `bareCopy` returns the bare handler's environment: either `small` or a copy of
 * it.
 * @param {string} engine
 * @param {{ small: Env, large: Env, bareCopy: () => Env }} databases
 * @param {Length} length
 */
async function compare(engine, { small, large, bareCopy }, { rounds, seconds, manyDays }) {
  await fill(small, FEW_DAYS)
  await fill(large, manyDays)
  const teacher = await planWeek(small)
  const otherTeacher = await planWeek(large)
  /** @type {import('./start-server.mjs').Listening[]} */
  const servers = []
  /** @param {Promise<import('./start-server.mjs').Listening>} starting */
  const started = async (starting) => {
    const server = await starting
    servers.push(server)
    return server.origin
  }
  try {
    const week = `/api/calendar?from=${mondayOf(0)}&to=${weekOf(0, BLOCKS_A_DAY).days.at(-1)?.date}`
    const bare = await started(startListening(process.execPath, inTsx('bench/server/bare.mjs'), { ...bareCopy(), OWNER: teacher.userId }))
    /** @type {Contender} */
    const bareHandler = { name: `bare node:http, ${FEW_DAYS} days`, url: bare + week }
    /** @type {Contender} */
    const ours = { name: `Firstbell, ${FEW_DAYS} days`, url: (await started(startServer(small))) + week, token: teacher.token }
    await demandSameReply(bareHandler, ours)
    const contenders = [
      bareHandler,
      ours,
      { name: `Firstbell, ${manyDays} days`, url: (await started(startServer(large))) + week, token: otherTeacher.token },
    ]
    for (const contender of contenders) await load(contender, WARM_UP_SECONDS)
    const results = await inTurns(contenders, rounds, (contender) => load(contender, seconds))
    report(engine, results, { rounds, seconds, manyDays })
  } finally {
    for (const server of servers) await server.stop()
  }
}

/**
 * @param {Env} env
 * @param {number} rows
 */
async function fill(env, rows) {
  const { code, output } = await run(process.execPath, inTsx('bench/server/fill.mjs'), {
    cwd: projectRoot,
    env: benchEnvironment({ ...env, ROWS: String(rows) }),
  })
  if (code !== 0) throw new Error(`Filling the database failed:\n${output}`)
}

/**
 * Creates a teacher with one planned week through the API.
 * @param {Env} env
 */
async function planWeek(env) {
  const server = await startServer(env)
  try {
    /** @type {import('./start-server.mjs').SignedIn} */
    const { token, user } = await server.call('POST', '/api/auth/register', {
      body: { email: 'bench@school.example', password: 'first-bell' },
    })
    for (const { date, blocks } of weekOf(0, BLOCKS_A_DAY).days) {
      const lessons = blocks.map(({ id, title, html, startTime, endTime }, order) => ({
        id,
        title,
        description: html,
        startTime,
        endTime,
        order,
      }))
      await server.call('POST', '/api/calendar', { token, body: { date, blocks: lessons } })
    }
    return { token, userId: user.id }
  } finally {
    await server.stop()
  }
}

/**
 * Throws unless both contenders return the same response. Otherwise the comparison would be meaningless.
 * @param {Contender} bare
 * @param {Contender} ours
 */
async function demandSameReply(bare, ours) {
  /** @param {Contender} contender */
  const answerOf = async ({ url, token }) => (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()
  deepStrictEqual(await answerOf(ours), await answerOf(bare))
}

/**
 * @param {Contender} contender
 * @param {number} seconds
 * @returns {Promise<Load>}
 */
async function load({ url, token }, seconds) {
  const { code, output } = await run(
    process.execPath,
    ['bench/server/load.mjs', JSON.stringify({ url, token, connections: CONNECTIONS, seconds })],
    { cwd: projectRoot },
  )
  if (code !== 0) throw new Error(`The load test failed:\n${output}`)
  return JSON.parse(output)
}

/**
 * @param {string} engine
 * @param {Map<string, Load[]>} results
 * @param {Length} length
 */
function report(engine, results, { rounds, seconds, manyDays }) {
  const [bare = 0, ours = 0, oursLarge = 0] = [...results.values()].map((runs) => median(runs.map(({ perSecond }) => perSecond)))
  console.log(
    `\nReading a week on ${engine} (5 days × ${BLOCKS_A_DAY} blocks of 1 KB, ${CONNECTIONS} connections, ${rounds} rounds × ${seconds} s)`,
  )
  printTable(
    ['server', 'requests/s', '× bare', 'p50 ms', 'p99 ms'],
    [...results].map(([name, runs]) => {
      /** @param {keyof Load} figure */
      const of = (figure) => median(runs.map((each) => each[figure]))
      return [name, of('perSecond').toFixed(0), (of('perSecond') / bare).toFixed(2), of('p50').toFixed(1), of('p99').toFixed(1)]
    }),
  )
  gate(`Reading a week on ${engine}, relative to bare node:http`, ours / bare, { atLeast: 0.7 })
  gate(`Reading a week on ${engine}, cost with ${manyDays} days relative to ${FEW_DAYS}`, ours / oursLarge, { atMost: 1.3 })
}
