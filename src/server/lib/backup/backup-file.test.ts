import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Piece, startSum, type TextRow } from '#server/lib/db/rows.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { readPieces, verify, writePieces } from './backup-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-backup-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const keys = makeKeyRing(newKey())
const inFolder = (name: string): string => path.join(folder, name)

const HEAD: Piece = { kind: 'head', at: '2026-11-18T14:00:00.000Z', migrations: ['a', 'b'] }

/** Yields the pieces of a database with one table. */
async function* piecesWith(rows: TextRow[]): AsyncGenerator<Piece> {
  const sum = startSum('rooms')
  sum.add(rows)
  yield HEAD
  yield { kind: 'table', name: 'rooms', columns: ['id', 'name'] }
  for (let at = 0; at < rows.length; at += 50) yield { kind: 'rows', rows: rows.slice(at, at + 50) }
  yield { kind: 'manifest', tables: [sum.end()], sequences: [] }
}
const rowsIn = async (file: string): Promise<TextRow[]> => {
  const rows: TextRow[] = []
  for await (const piece of readPieces(file, keys)) if (piece.kind === 'rows') rows.push(...piece.rows)
  return rows
}
const refusalOf = (file: string, ring = keys): Promise<string> =>
  verify(file, ring).then(
    () => 'it is taken',
    (error: Error) => error.message,
  )

const good = inFolder('good')
let bytes: Buffer
beforeAll(async () => {
  await writePieces(good, piecesWith([['1', 'Library']]), keys)
  bytes = readFileSync(good)
})

/** Long and short strings, strings that JSON must escape, and every kind of UTF-8 sequence that a chunk boundary can split. */
const ROWS: TextRow[] = Array.from({ length: 1200 }, (_, n) => [String(n), n % 7 === 0 ? null : `Zoë "\\\n\u2028 🏫${'ß'.repeat(n)}`])

test('rows are restored exactly, from a file that is private and encrypted', async () => {
  const file = inFolder('many')
  await writePieces(file, piecesWith(ROWS), keys)
  expect(await rowsIn(file)).toEqual(ROWS)
  expect(await verify(file, keys)).toMatchObject({ head: HEAD, tables: [{ name: 'rooms', rows: 1200 }] })
  for (const word of ['Zoë', 'rooms', '2026-11']) expect(readFileSync(file).includes(word)).toBe(false)
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a flipped bit is detected anywhere in the file', async () => {
  const file = inFolder('flipped')
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
    writeFileSync(file, flipped)
    expect(await refusalOf(file), `byte ${at}`).toMatch(
      /(?:damaged|incomplete|isn't a Firstbell backup|by a newer Firstbell|with key).*Nothing was changed\.$/,
    )
  }
})

test('a missing or extra byte, or any truncation, is detected', async () => {
  const file = inFolder('cut')
  for (let length = 0; length < bytes.length; length++) {
    writeFileSync(file, bytes.subarray(0, length))
    expect(await refusalOf(file), `${length} bytes`).toMatch(/incomplete|isn't a Firstbell backup/)
  }
  writeFileSync(file, Buffer.concat([bytes, Buffer.from('x')]))
  expect(await refusalOf(file)).toMatch('incomplete')
  const { length } = bytes
  writeFileSync(file, Buffer.concat([bytes.subarray(0, length - 60), bytes.subarray(length - 40)]))
  expect(await refusalOf(file)).toMatch('damaged')
})

test('each refused file is reported with the reason', async () => {
  const other = makeKeyRing(newKey())
  expect(await refusalOf(good, other)).toBe(`${good} is encrypted with key ${keys.inUse}, which isn't in KEYS. Nothing was changed.`)
  const file = inFolder('foreign')
  writeFileSync(file, 'PK\u0003\u0004 a list of wishes')
  expect(await refusalOf(file)).toBe(`${file} isn't a Firstbell backup. Nothing was changed.`)
  writeFileSync(file, Buffer.from(bytes.toString('latin1').replace('backup 1', 'backup 2'), 'latin1'))
  expect(await refusalOf(file)).toBe(`${file} was made by a newer Firstbell (format 2). Nothing was changed.`)
  await expect(verify(inFolder('nowhere'), keys)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a new key does not make older backups unreadable', async () => {
  const [older, newer] = [newKey(), newKey()]
  const file = inFolder('older')
  await writePieces(file, piecesWith([['1', 'Library']]), makeKeyRing(older))
  await expect(verify(file, makeKeyRing(`${newer},${older}`))).resolves.toMatchObject({ tables: [{ rows: 1 }] })
})

test('a file whose manifest does not match its rows is refused, even with the right key', async () => {
  const file = inFolder('liar')
  const lie = async function* (): AsyncGenerator<Piece> {
    for await (const piece of piecesWith([['1', 'Library']])) if (piece.kind !== 'rows') yield piece
  }
  await writePieces(file, lie(), keys)
  expect(await refusalOf(file)).toMatch("doesn't contain what its header says")
})

test('an existing file is never overwritten', async () => {
  await expect(writePieces(good, piecesWith([]), keys)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(good)).toEqual(bytes)
  expect(existsSync(inFolder('nowhere'))).toBe(false)
})

/** Resolves to the CPU time in milliseconds for reading a file with this many characters per row. */
const costOfReading = async (letters: number, rows: number): Promise<number> => {
  const file = inFolder(`long-${letters}`)
  const row: TextRow = ['1', 'x'.repeat(letters)]
  await writePieces(file, piecesWith(Array.from({ length: rows }, () => row)), keys)
  const before = process.cpuUsage()
  await rowsIn(file)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test('a long line takes linear time, and one beyond the limit is refused', async () => {
  const many = await costOfReading(100_000, 300)
  expect((await costOfReading(30_000_000, 1)) / many).toBeLessThan(6)
  await expect(costOfReading(70_000_000, 1)).rejects.toThrow('is damaged: one of its lines is too long. Nothing was changed.')
})
