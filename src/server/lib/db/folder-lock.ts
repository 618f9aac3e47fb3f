/**
 * One server for a data folder. PGlite has no lock of its own: two processes open the same folder without a word, and
 * each loses what the other writes.
 *
 * 1. The holder listens on a socket beside the folder, so the kernel lets go of it however the holder dies.
 * 2. It is made under a name of its own and then linked to the lock's name, which fails when there is one already; so a
 *    loser that closes its socket (Node removes the file) never takes the winner's away.
 * 3. A socket that nobody answers on is a dead holder's and is taken over.
 * 4. Of several that take over at once exactly one stays: each looks again, after a pause longer than the moment between
 *    seeing the dead socket and removing it, whether the socket that is there is its own.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '#server/lib/start/make-folder.ts'

/** The operating systems allow a socket's path 107 bytes (Linux) or 103 (macOS); our own name has 9 more than the lock's. */
const MAX_LOCK_PATH_BYTES = 94
/** Milliseconds that a holder has to answer; one that is too busy holds the folder all the same. */
const ANSWER_MS = 600
const SETTLE_MS = 150
const MAX_ATTEMPTS = 5

/** Another process has the data folder open. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  constructor(folder: string, processId: string | undefined) {
    super(
      `The data folder ${folder} is in use by ${processId ? `process ${processId}` : 'another process'}. ` +
        'Only one server may have it open: stop that one, or give this one a folder of its own with DATA_DIR.',
    )
  }
}

/** Where a folder's lock is, the same for every process and every way to write the folder's path. */
const lockPath = (folder: string): string => {
  const real = path.join(realpathSync(path.dirname(folder)), path.basename(folder))
  const name = `firstbell-${createHash('sha256').update(real).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const beside = `${real}.lock`
  return Buffer.byteLength(beside) <= MAX_LOCK_PATH_BYTES ? beside : path.join(tmpdir(), `${name}.lock`)
}

/** Listens under a name of our own, then takes the lock's name if it is free. */
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

/** Returns who holds the lock; undefined when nobody does. A lock without a holder is removed. */
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
      // At once: every moment between seeing and removing is one in which another may have made theirs.
      if (process.platform !== 'win32') rmSync(socket, { force: true })
      return resolve(undefined)
    })
  })

/**
 * Takes the lock of a folder, which need not exist yet, for as long as this process lives. Throws DataFolderInUse, within
 * a second, when another process has it. Resolves to a function that gives it back.
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
