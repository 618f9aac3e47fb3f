/**
 * Allows one server per data folder. PGlite doesn't lock its folder, so two processes can open it without an error and lose each other's
 * writes.
 *
 * 1. The holder listens on a socket next to the folder, so the kernel releases the lock no matter how the holder dies.
 * 2. The socket is created under a unique name and then linked to the lock's name, which fails if that name exists. When a process that
 *    lost the race closes its socket, Node removes only that process's file, so the winner's file remains.
 * 3. If nothing responds on a socket, its holder is dead and another process takes over the lock.
 * 4. If several processes take over at once, exactly one succeeds. Each process checks again whether the current socket is its own, after a
 *    pause longer than the time between detecting the dead socket and removing it.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '#server/lib/start/make-folder.ts'

/** Socket paths are limited to 107 bytes (Linux) or 103 (macOS). Our unique name is 9 bytes longer than the lock's. */
const MAX_LOCK_PATH_BYTES = 94
/** Milliseconds that a holder has to respond. A holder that is too busy to respond still keeps the folder. */
const ANSWER_MS = 600
const SETTLE_MS = 150
const MAX_ATTEMPTS = 5

/** Another process has the data folder open. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  constructor(folder: string, processId: string | undefined) {
    super(
      `The data folder ${folder} is already in use by ${processId ? `process ${processId}` : 'another process'}. ` +
        'Only one server can use it at a time. Stop the other one, or set DATA_DIR to another folder.',
    )
  }
}

/** Returns the path of a folder's lock. It is the same for every process and for every spelling of the folder's path. */
const lockPath = (folder: string): string => {
  const real = path.join(realpathSync(path.dirname(folder)), path.basename(folder))
  const name = `firstbell-${createHash('sha256').update(real).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const beside = `${real}.lock`
  return Buffer.byteLength(beside) <= MAX_LOCK_PATH_BYTES ? beside : path.join(tmpdir(), `${name}.lock`)
}

/** Listens under a unique name, then links it to the lock's name. Resolves to false if the lock is taken. */
const claim = async (server: Server, lock: string): Promise<boolean> => {
  const own = process.platform === 'win32' ? lock : `${lock}.${randomBytes(4).toString('hex')}`
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(own, resolve)
    })
    if (own !== lock) linkSync(own, lock)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EEXIST') return false
    throw error
  } finally {
    if (own !== lock) rmSync(own, { force: true })
  }
}

type Holder = { processId?: string | undefined; token?: string | undefined }

/** Returns the lock's holder, or undefined if the lock has none. Removes a lock without a holder. */
const holderOf = (socket: string): Promise<Holder | undefined> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const connection = connect(socket)
    const finish = (): void => {
      connection.destroy()
      const [processId, token] = answer.split(' ')
      resolve({ processId: processId || undefined, token })
    }
    connection.setTimeout(ANSWER_MS, finish)
    connection.on('data', (bytes) => {
      answer += bytes.toString()
    })
    connection.on('end', finish)
    connection.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') return finish()
      if (error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT') return reject(error)
      // Remove it immediately, because another process may create its lock between our check and the removal.
      if (process.platform !== 'win32') rmSync(socket, { force: true })
      return resolve(undefined)
    })
  })

/**
 * Locks a folder, which doesn't have to exist yet, for the lifetime of this process. Throws DataFolderInUse within a second if another
 * process holds the lock. Resolves to a function that releases the lock.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  makeFolder(path.dirname(folder))
  const lock = lockPath(folder)
  const token = randomUUID()
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy())
    connection.end(`${process.pid} ${token}`)
  })
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await claim(server, lock)) {
      if (attempt > 0) await pause(SETTLE_MS)
      const isOurs = attempt === 0 || (await holderOf(lock))?.token === token
      server.unref()
      if (isOurs)
        return async () => {
          if (process.platform !== 'win32') rmSync(lock, { force: true })
          await close()
        }
    }
    await close()
    const holder = await holderOf(lock)
    if (holder) throw new DataFolderInUse(folder, holder.processId)
  }
  throw new DataFolderInUse(folder, undefined)
}
