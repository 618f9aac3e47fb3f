/**
 * The format of a backup file, in order:
 *
 * 1. A plain-text header line with the format version, the key's name and a nonce.
 * 2. The data: one line of JSON per piece of the database, with each row as an array. It is gzipped, then encrypted with AES-256-GCM, which
 *    authenticates the header as well.
 * 3. The authentication tag.
 * 4. An end marker, which makes truncation detectable.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { requireRoom } from '#server/lib/db/disk-room.ts'
import { lineOf, type Piece, startSum, type TableSum, type TextRow } from '#server/lib/db/rows.ts'
import { type KeyRing, NONCE_BYTES, TAG_BYTES } from '#server/lib/keys/key-ring.ts'

const MAGIC = 'Firstbell backup'
const VERSION = 1
const HEADER = /^Firstbell backup (\d{1,9}) key ([\w-]{8}) nonce ([\w-]{16})\n/
const END = Buffer.from('\nend of backup\n')
/** Longer than the longest header. */
const HEAD_BYTES = 200
const CHUNK_BYTES = 64 * 1024
/** Limits for one page of rows: the number of rows, and the characters of text, which one row may exceed. */
const PAGE = { rows: 50, characters: 1024 * 1024 }

/** Maximum characters per line (one row). The largest row, which stores a full day as it was before a change, has about two million. */
const MAX_LINE = 64 * 1024 * 1024

/** Thrown if a backup can't be restored. The message says why. */
class BackupRefused extends Error {
  override name = 'BackupRefused'
  constructor(file: string, why: string) {
    super(`${file} ${why} Nothing was changed.`)
  }
}

/** Joins short lines into chunks, because a chunk per line would cost more than its content. */
async function* chunksOf(pieces: AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const piece of pieces) {
    text += piece.kind === 'rows' ? piece.rows.map(lineOf).join('') : `${JSON.stringify(piece)}\n`
    if (text.length < CHUNK_BYTES) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** Writes pieces to a new file that only its owner can read. Resolves once the file is on disk. Rejects if the file already exists. */
export const writePieces = async (file: string, pieces: AsyncIterable<Piece>, keys: KeyRing): Promise<void> => {
  const nonce = randomBytes(NONCE_BYTES)
  const header = Buffer.from(`${MAGIC} ${VERSION} key ${keys.inUse} nonce ${nonce.toString('base64url')}\n`)
  const cipher = keys.cipher('backups', { nonce, header })
  const enclose = async function* (encrypted: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield header
    for await (const chunk of encrypted) {
      requireRoom(path.dirname(file))
      yield chunk
    }
    yield Buffer.concat([cipher.getAuthTag(), END])
  }
  const written = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(Readable.from(chunksOf(pieces)), createGzip({ level: 1 }), cipher, enclose, written)
}

type Opened = { key: string; nonce: Buffer; header: Buffer; tag: Buffer; end: number }

const readAt = async (handle: FileHandle, length: number, position: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, Math.max(position, 0))
  return buffer.subarray(0, bytesRead)
}

/** Reads the unencrypted parts before and after the encrypted data. */
const openFile = async (file: string): Promise<Opened> => {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const [line, version, key = '', nonce = ''] = HEADER.exec((await readAt(handle, HEAD_BYTES, 0)).toString('latin1')) ?? []
    if (line === undefined) throw new BackupRefused(file, "isn't a Firstbell backup.")
    if (Number(version) !== VERSION) throw new BackupRefused(file, `was made by a newer Firstbell (format ${version}).`)
    const header = Buffer.from(line)
    const tail = await readAt(handle, TAG_BYTES + END.length, size - TAG_BYTES - END.length)
    const end = size - tail.length
    if (end < header.length || !tail.subarray(TAG_BYTES).equals(END)) throw new BackupRefused(file, 'is incomplete: the end is missing.')
    return { key, nonce: Buffer.from(nonce, 'base64url'), header, tag: tail.subarray(0, TAG_BYTES), end }
  } finally {
    await handle.close()
  }
}

/** Returns the name of the key that encrypted a backup, or undefined for a file that isn't a whole backup. */
export const keyOfBackup = async (file: string): Promise<string | undefined> => {
  try {
    return (await openFile(file)).key
  } catch (error) {
    if (error instanceof BackupRefused) return undefined
    throw error
  }
}

/** True if the disk or the operating system failed, as opposed to the file having invalid content. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

async function* textOf(file: string, keys: KeyRing): AsyncGenerator<string> {
  const { end, ...parts } = await openFile(file)
  const decipher = keys.decipher('backups', parts)
  if (!decipher) throw new BackupRefused(file, `is encrypted with key ${parts.key}, which isn't in KEYS.`)
  // createReadStream can't express an empty range.
  const encrypted = end > parts.header.length ? createReadStream(file, { start: parts.header.length, end: end - 1 }) : Readable.from([])
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  const done = pipeline(encrypted, decipher, gunzip)
  // Prevents an unhandled rejection. The code below rethrows the pipeline's error.
  done.catch(() => undefined)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of gunzip) yield decoder.decode(chunk, { stream: true })
    await done
    yield decoder.decode()
  } catch (error) {
    throw isOfSystem(error) ? error : new BackupRefused(file, 'is damaged: its contents have changed since it was written.')
  }
}

/** Splits text into lines. A line's parts are joined once, at its end. Joining them as they arrive would take quadratic time. */
async function* linesOf(file: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = []
  let length = 0
  for await (const text of texts) {
    const [first = '', ...lines] = text.split('\n')
    begun.push(first)
    length += first.length
    if (length > MAX_LINE) throw new BackupRefused(file, 'is damaged: one of its lines is too long.')
    const last = lines.pop()
    if (last === undefined) continue
    yield begun.join('')
    yield* lines
    begun = [last]
    length = last.length
  }
  if (length > 0) yield begun.join('')
}

/** Yields the pieces in a file. Throws BackupRefused, after the last piece at the latest, if the file isn't exactly as it was written. */
export async function* readPieces(file: string, keys: KeyRing): AsyncGenerator<Piece> {
  let rows: TextRow[] = []
  let characters = 0
  for await (const line of linesOf(file, textOf(file, keys))) {
    const value = parse(file, line)
    if (Array.isArray(value)) {
      rows.push(value)
      characters += line.length
      if (rows.length < PAGE.rows && characters < PAGE.characters) continue
    }
    if (rows.length > 0) yield { kind: 'rows', rows }
    rows = []
    characters = 0
    if (!Array.isArray(value)) yield value
  }
}

const parse = (file: string, line: string): Piece | TextRow => {
  try {
    return JSON.parse(line)
  } catch {
    throw new BackupRefused(file, 'is damaged: its contents have changed since it was written.')
  }
}

type Verified = { head: Extract<Piece, { kind: 'head' }>; tables: TableSum[] }

/** Reads a whole file and computes row counts and checksums. Throws BackupRefused unless the file is complete and unchanged. */
export const verify = async (file: string, keys: KeyRing): Promise<Verified> => {
  let head: Verified['head'] | undefined
  let sum: ReturnType<typeof startSum> | undefined
  let tables: TableSum[] | undefined
  const sums: TableSum[] = []
  for await (const piece of readPieces(file, keys)) {
    if (piece.kind === 'rows') sum?.add(piece.rows)
    else {
      if (sum) sums.push(sum.end())
      sum = piece.kind === 'table' ? startSum(piece.name) : undefined
      if (piece.kind === 'head') head = piece
      if (piece.kind === 'manifest') tables = piece.tables
    }
  }
  if (!head || !tables || JSON.stringify(tables) !== JSON.stringify(sums))
    throw new BackupRefused(file, "doesn't contain what its header says.")
  return { head, tables }
}
