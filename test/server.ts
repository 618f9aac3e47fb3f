/** Runs the built server as a separate process, for tests that kill it, stop it, or start it twice. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))
const { DATABASE_URL: _own, ...environment } = process.env

export type RunningServer = {
  origin: string
  child: ChildProcess
  /** Returns the server's output so far. */
  printed: () => string
  /** Sends a signal and waits for the process to end. Returns the exit code, or null if the signal ended it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
  call: (
    method: string,
    path: string,
    options?: { token?: string; body?: unknown },
  ) => Promise<{ status: number; headers: Headers; body: never }>
}

/**
 * Most of these servers run for only a few seconds, so optimizing the embedded database's WebAssembly doesn't pay off. Skipping it cuts
 * startup time by a fifth. `folder` has the server, by default the project.
 */
export const spawnServer = (env: Record<string, string>, nodeArguments = ['--liftoff-only'], folder = project): ChildProcess =>
  spawn(process.execPath, [...nodeArguments, 'dist/server/main.js'], {
    cwd: folder,
    env: {
      ...environment,
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '1000000',
      PASSWORD_HASH_MEMORY_KIB: '19456',
      PASSWORD_HASH_PASSES: '2',
      SETTINGS_FILE: devNull,
      BACKUP_DIR: path.join(env['DATA_DIR'] ?? path.join(tmpdir(), 'firstbell-server'), 'backups'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Starts the server and waits until it listens. If the server exits first, rejects with its output. */
export const startServer = async (env: Record<string, string>, nodeArguments?: string[], folder?: string): Promise<RunningServer> => {
  const child = spawnServer(env, nodeArguments, folder)
  let printed = ''
  let isListening = false
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        printed += chunk
        if (isListening) return
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
        if (address) resolve(address)
        isListening = address !== undefined
      })
    child.once('close', (code) => reject(new Error(`The server exited with ${code} before it was listening:\n${printed}`)))
  })
  return {
    origin,
    child,
    printed: () => printed,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'close')
      }
      return child.exitCode
    },
    call: async (method, path, { token, body } = {}) => {
      const response = await fetch(origin + path, {
        method,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, headers: response.headers, body: (await response.json()) as never }
    },
  }
}

/** Runs a server that is expected to exit. Returns its exit code and output. */
export const runServer = async (env: Record<string, string>, folder?: string): Promise<{ code: number | null; printed: string }> => {
  const child = spawnServer(env, undefined, folder)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  const [code] = await once(child, 'close')
  return { code, printed }
}
