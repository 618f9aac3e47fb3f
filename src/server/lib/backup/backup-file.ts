/**
 * The form of a backup's file. A line for all to read, with the version of the form, the name of the key and a nonce;
 * then, encrypted (AES-256-GCM, which covers that line, too) and packed (gzip), a line of JSON for each piece of the
 * database, a row being an array; then the tag that proves all of it, and a last word by which a file that was cut off is known.
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
/** More than a header has. */
const HEAD_BYTES = 200
const CHUNK_BYTES = 64 * 1024
/** Rows that are handed on together: at most so many, and no more than so much text and one row. */
const PAGE = { rows: 50, characters: 1024 * 1024 }

/** Letters of one line, which holds one row: the largest, a full day before a change, has about two million. */
const MAX_LINE = 64 * 1024 * 1024

/** A file that is not restored, with a sentence that says why. */
class BackupRefused extends Error {
  override name = 'BackupRefused'
  constructor(file: string, why: string) {
    super(`${file} ${why} Nothing was changed.`)
  }
}

/** Gathers short lines: a chunk for each would cost more than what is in it. */
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

/** Writes pieces into a file that does not exist yet, for nobody else to read, and has it on the disk in the end. */
export const writePieces = async (file: string, pieces: AsyncIterable<Piece>, keys: KeyRing): Promise<void> => {
  const nonce = randomBytes(NONCE_BYTES)
  const header = Buffer.from(`${MAGIC} ${VERSION} key ${keys.newest} nonce ${nonce.toString('base64url')}\n`)
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

/** Reads what stands before and behind the encrypted part. */
const openFile = async (file: string): Promise<Opened> => {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const [line, version, key = '', nonce = ''] = HEADER.exec((await readAt(handle, HEAD_BYTES, 0)).toString('latin1')) ?? []
    if (line === undefined) throw new BackupRefused(file, 'is not a backup of Firstbell.')
    if (Number(version) !== VERSION) throw new BackupRefused(file, `has the form ${version}, which a newer Firstbell writes.`)
    const header = Buffer.from(line)
    const tail = await readAt(handle, TAG_BYTES + END.length, size - TAG_BYTES - END.length)
    const end = size - tail.length
    if (end < header.length || !tail.subarray(TAG_BYTES).equals(END)) throw new BackupRefused(file, 'is cut off: its end is missing.')
    return { key, nonce: Buffer.from(nonce, 'base64url'), header, tag: tail.subarray(0, TAG_BYTES), end }
  } finally {
    await handle.close()
  }
}

/** Whether the disk or the system failed, and not what was read. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

async function* textOf(file: string, keys: KeyRing): AsyncGenerator<string> {
  const { end, ...parts } = await openFile(file)
  const decipher = keys.decipher('backups', parts)
  if (!decipher) throw new BackupRefused(file, `is encrypted with the key ${parts.key}, which is not among those in KEYS.`)
  // From one byte on to before another: an empty part cannot be said.
  const encrypted = end > parts.header.length ? createReadStream(file, { start: parts.header.length, end: end - 1 }) : Readable.from([])
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  const done = pipeline(encrypted, decipher, gunzip)
  // Its failure is met where the text is read.
  done.catch(() => undefined)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of gunzip) yield decoder.decode(chunk, { stream: true })
    await done
    yield decoder.decode()
  } catch (error) {
    throw isOfSystem(error) ? error : new BackupRefused(file, 'is damaged: its bytes are not those that were written.')
  }
}

/** Joins what belongs to one line only once, at its end: otherwise a long line would cost the square of its length. */
async function* linesOf(file: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = []
  let length = 0
  for await (const text of texts) {
    const [first = '', ...lines] = text.split('\n')
    begun.push(first)
    length += first.length
    if (length > MAX_LINE) throw new BackupRefused(file, 'has a line that is longer than any of ours.')
    const last = lines.pop()
    if (last === undefined) continue
    yield begun.join('')
    yield* lines
    begun = [last]
    length = last.length
  }
  if (length > 0) yield begun.join('')
}

/** Reads the pieces of a file. Throws BackupRefused, at the latest behind the last piece, unless it is as it was written. */
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
    throw new BackupRefused(file, 'is damaged: its bytes are not those that were written.')
  }
}

type Verified = { head: Extract<Piece, { kind: 'head' }>; tables: TableSum[] }

/** Reads a file to its end and counts and sums up what is in it. Throws BackupRefused unless it is whole and as it was written. */
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
    throw new BackupRefused(file, 'does not hold what it says it holds.')
  return { head, tables }
}
