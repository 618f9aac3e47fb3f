/**
 * A real PostgreSQL server for tests, in a temporary folder, on its own port, with no other data. It's plain JavaScript, because scripts
 * that can't load TypeScript also start one.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres } from '../scripts/setup.mjs'

/**
 * @typedef {object} TestPostgres
 * @property {string} url Superuser URL of the database `postgres`.
 * @property {() => number | undefined} pid The server's main process.
 * @property {() => Promise<void>} start Starts it again after `kill`. Resolves when it accepts connections.
 * @property {(how?: 'fast' | 'immediate') => Promise<void>} restart Stops it, closing every connection, and starts it again. `immediate`
 *   doesn't write its memory to disk first, so it recovers as after a crash.
 * @property {() => Promise<void>} kill Kills all its processes (kill -9). Its data remains.
 * @property {() => Promise<void>} stop Stops it permanently and removes its folder.
 */

const START_MS = 60_000

/** Fast but unsafe settings. Test data doesn't need to survive a power failure. */
const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** PostgreSQL refuses to run as root, so root uses the postgres user that its package creates. */
const findUser = () => {
  if (process.getuid?.() !== 0) return {}
  const id = (/** @type {string} */ option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** @param {string} url */
const answers = async (url) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  // A server that shuts down while we connect counts as unresponsive.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Creates the data of a new server, or of a streaming replica of the server at `copyOf`, which calls itself `replica` there.
 * @param {{ programs: string, data: string, inFolder: object, copyOf: string | undefined }} place
 */
const makeData = ({ programs, data, inFolder, copyOf }) => {
  const source = copyOf && new URL(copyOf)
  const [program, args] = source
    ? [
        'pg_basebackup',
        ['-D', data, '-R', '-c', 'fast', '-d', `host=${source.hostname} port=${source.port} user=postgres application_name=replica`],
      ]
    : ['initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions', '--no-sync']]
  execFileSync(path.join(programs, program), args, { ...inFolder, stdio: ['ignore', 'ignore', 'pipe'] })
}

/**
 * Starts a server. With `isDurable`, it syncs writes to disk like a production server. The default is faster. With `copyOf`, it is a
 * streaming replica of the server with that URL. If PostgreSQL isn't installed or doesn't start, throws an error with the end of its log.
 * @param {{ isDurable?: boolean, copyOf?: string }} [options]
 * @returns {Promise<TestPostgres>}
 */
export const startPostgres = async ({ isDurable = false, copyOf = undefined } = {}) => {
  const programs = findPostgres()
  if (!programs) throw new Error("PostgreSQL isn't installed: not found in /usr/lib/postgresql or on the PATH")
  const user = findUser()
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const logFile = path.join(folder, 'log')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const inFolder = { cwd: folder, ...user }
  makeData({ programs, data, inFolder, copyOf })
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=100',
    'timezone=UTC',
    // A replica asks again this soon after its source was away.
    'wal_retrieve_retry_interval=500ms',
    ...(isDurable ? [] : CARELESS),
  ].flatMap((setting) => ['-c', setting])

  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server
  const isRunning = () => server !== undefined && server.exitCode === null && server.signalCode === null
  /** @param {NodeJS.Signals} signal @param {boolean} toAll */
  const signal = (signal, toAll) => {
    if (server?.pid && isRunning()) process.kill(toAll ? -server.pid : server.pid, signal)
  }
  /** @param {NodeJS.Signals} name @param {boolean} [toAll] */
  const end = async (name, toAll = false) => {
    const ended = server && isRunning() ? new Promise((resolve) => server?.once('exit', resolve)) : undefined
    signal(name, toAll)
    await ended
  }
  const start = async () => {
    const deadline = Date.now() + START_MS
    while (Date.now() < deadline) {
      // After a kill, a start may fail until the old server's last process has exited.
      if (!isRunning()) {
        const log = openSync(logFile, 'a')
        // Runs in its own process group, so that all its processes can be killed together.
        server = spawn(path.join(programs, 'postgres'), ['-D', data, ...settings], {
          ...inFolder,
          detached: true,
          stdio: ['ignore', log, log],
        })
        closeSync(log)
      }
      if (await answers(url)) return
      await pause(50)
    }
    throw new Error(`PostgreSQL did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
  }
  const killAtExit = () => signal('SIGKILL', true)
  process.on('exit', killAtExit)

  await start()
  return {
    url,
    pid: () => server?.pid,
    start,
    restart: async (how = 'fast') => {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await start()
    },
    kill: () => end('SIGKILL', true),
    stop: async () => {
      await end('SIGINT')
      process.off('exit', killAtExit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
