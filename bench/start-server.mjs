import { once } from 'node:events'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { start } from '../scripts/child-processes.mjs'
import { projectRoot } from '../scripts/project.mjs'

/** Disables rate limits and uses the cheapest password hash. */
const UNHINDERED = {
  HOST: '127.0.0.1',
  PORT: '0',
  SETTINGS_FILE: devNull,
  // Required together with DATABASE_URL. The bench makes no backups.
  BACKUP_DIR: path.join(tmpdir(), 'firstbell-bench'),
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '1000000000',
  PASSWORD_HASH_MEMORY_KIB: '19456',
  PASSWORD_HASH_PASSES: '2',
}

/** The device on the list of devices of everyone who signs in with `call`. */
const USER_AGENT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

const { DATABASE_URL: _, ...environment } = process.env

/**
 * @typedef {Record<string, string | undefined>} Env
 * @typedef {{ origin: string, pid: number, stop: () => Promise<void> }} Listening
 * @typedef {{ token?: string, body?: object }} Given
 * @typedef {Listening & { call: <Reply>(method: string, address: string, given?: Given) => Promise<Reply> }} Server
 * @typedef {{ token: string, user: { id: string } }} SignedIn
 */

/**
 * Returns the environment for our server or for a command on its database. The bench creates its own databases, so it
 * ignores the shell's DATABASE_URL.
 * @param {Env} env the database to use: DATABASE_URL, or DATA_DIR
 * @returns {Env}
 */
export const benchEnvironment = (env) => ({ ...environment, ...UNHINDERED, ...env })

/**
 * Starts a program that prints its URL once it's listening. Resolves with that URL and a function that stops the program.
 * @param {string} command
 * @param {string[]} args
 * @param {Env} env
 * @returns {Promise<Listening>}
 */
export async function startListening(command, args, env) {
  const child = start(command, args, {
    cwd: projectRoot,
    env: benchEnvironment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  /** @type {string} */
  const origin = await new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk) => {
      printed += chunk
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)
      if (address) resolve(address[0])
    })
    child.once('close', (code) => reject(new Error(`${args.join(' ')} exited with code ${code} before it was listening:\n${printed}`)))
  })
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  return { origin, pid: child.pid ?? 0, stop }
}

/**
 * Starts our built server on the database in `env`. The returned `call` sends an API request, resolves with the JSON response, and throws
 * on an error status.
 * @param {Env} env
 */
export async function startServer(env) {
  const { origin, pid, stop } = await startListening(process.execPath, ['dist/server/main.js'], env)
  /**
   * @template Reply
   * @param {string} method
   * @param {string} address
   * @param {Given} [given]
   * @returns {Promise<Reply>}
   */
  const call = async (method, address, { token, body } = {}) => {
    const response = await fetch(origin + address, {
      method,
      headers: {
        'user-agent': USER_AGENT,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${address} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  return { origin, pid, stop, call }
}
