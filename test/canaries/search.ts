/** Searches files for texts that must not be in them, in all encodings in which they could be there. */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** A text that must not be found, and what it is. */
export type Canary = { kind: string; text: string }

/** The parts of a base64 text that are the same whatever precedes and follows the bytes. */
const base64Parts = (bytes: Buffer, encoding: 'base64' | 'base64url'): string[] =>
  [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString(encoding)
      .replaceAll('=', '')
    return encoded.slice(shift === 0 ? 0 : shift + 1, (bytes.length + shift) % 3 === 0 ? undefined : -1)
  })

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Returns the bytes to look for. */
const formsOf = (text: string): Buffer[] => {
  const bytes = Buffer.from(text)
  const texts = [
    text,
    escaped(text),
    escaped(text).replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
    encodeURIComponent(text),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64Parts(bytes, 'base64'),
    ...base64Parts(bytes, 'base64url'),
  ]
  const wide = Buffer.from(text, 'utf16le')
  return [...[...new Set(texts)].map((each) => Buffer.from(each)), wide, Buffer.from(wide).swap16()]
}

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))

/** Shorter texts would also be found by chance. */
const LEAST = 8

/**
 * Returns which canaries are in which files, one line each. Finds the first eight bytes of each form in an index, and compares only there, so
 * that thousands of canaries cost little more than one.
 */
export const findCanaries = async (canaries: readonly Canary[], files: readonly string[]): Promise<string[]> => {
  const forms = canaries
    .filter(({ text }) => text.length >= LEAST)
    .flatMap(({ kind, text }) => formsOf(text).map((bytes) => ({ kind, text, bytes })))
  const longest = Math.max(0, ...forms.map(({ bytes }) => bytes.length))
  const index = new Map<bigint, typeof forms>()
  // Most places are ruled out by three bytes, without the cost of a bigint.
  const starts = new Uint8Array(2 ** 24)
  for (const form of forms) {
    const start = form.bytes.readBigUInt64LE(0)
    index.set(start, [...(index.get(start) ?? []), form])
    starts[form.bytes.readUIntLE(0, 3)] = 1
  }
  const found = new Set<string>()
  for (const file of files) {
    if (!statSync(file, { throwIfNoEntry: false })) continue
    let rest = Buffer.alloc(0)
    const look = (bytes: Buffer, end: number): void => {
      let three = bytes.length < LEAST ? 0 : bytes.readUIntLE(0, 3) << 8
      for (let at = 0; at < end && at + LEAST <= bytes.length; at++) {
        three = (three >>> 8) | ((bytes[at + 2] as number) << 16)
        if (starts[three] === 1)
          for (const { kind, text, bytes: form } of index.get(bytes.readBigUInt64LE(at)) ?? [])
            if (bytes.subarray(at, at + form.length).equals(form)) found.add(`${kind} “${text}” is in ${file}`)
      }
    }
    for await (const chunk of createReadStream(file, { highWaterMark: 4 * 1024 * 1024 })) {
      const bytes = Buffer.concat([rest, chunk as Buffer])
      const end = Math.max(0, bytes.length - longest)
      look(bytes, end)
      rest = bytes.subarray(end)
    }
    look(rest, rest.length)
  }
  return [...found].sort()
}
