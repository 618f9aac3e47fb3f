/** Streams JSON in pieces, so that a whole response is never in memory at once. */

/** Returns the JSON size of a value in bytes. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** A JSON document of type `T`, streamed in pieces. */
export class JsonPieces<T> {
  readonly pieces: AsyncIterable<string>
  declare readonly encoded: T

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

async function* listed(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '['
  for await (const text of texts) {
    yield before + text
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function* written(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  for await (const page of pages) for (const item of page) yield JSON.stringify(item)
}

/** Returns a JSON array of all items. Each string in `texts` contains one or more items as comma-separated JSON. */
export const arrayOfTexts = <T>(texts: AsyncIterable<string>): JsonPieces<T[]> => new JsonPieces(listed(texts))

/** Returns a JSON array of all items on all pages. */
const arrayOf = <T>(pages: AsyncIterable<readonly T[]>): JsonPieces<T[]> => arrayOfTexts(written(pages))

/** Returns a JSON object with `fields`, plus an array of all items under `name`. */
export const objectWith = <T extends object>(
  fields: Partial<T>,
  name: keyof T & string,
  pages: AsyncIterable<readonly unknown[]>,
): JsonPieces<T> => {
  async function* pieces() {
    yield `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:`
    yield* listed(written(pages))
    yield '}'
  }
  return new JsonPieces(pieces())
}

/** Returns all items directly if they fit on one page, which avoids the cost of a stream. Otherwise returns the array in pieces. */
export const arrayFrom = async <T>(pages: AsyncGenerator<readonly T[]>): Promise<T[] | JsonPieces<T[]>> => {
  const first = await pages.next()
  if (first.done) return []
  const second = await pages.next()
  if (second.done) return [...first.value]
  async function* all() {
    yield first.value as readonly T[]
    yield second.value as readonly T[]
    yield* pages
  }
  return arrayOf(all())
}

/**
 * Reads a document of up to `most` characters. Returns the `text` of a shorter one, and otherwise the `rest`: pieces of the whole document.
 */
export const readPieces = async <T>(
  { pieces }: JsonPieces<T>,
  most: number,
): Promise<{ text: string; rest?: never } | { text?: never; rest: JsonPieces<T> }> => {
  const source = pieces[Symbol.asyncIterator]()
  let read = ''
  for (let next = await source.next(); !next.done; next = await source.next()) {
    read += next.value
    if (read.length > most) return { rest: new JsonPieces(whole(read, source)) }
  }
  return { text: read }
}

async function* whole(read: string, source: AsyncIterator<string>): AsyncGenerator<string> {
  yield read
  yield* { [Symbol.asyncIterator]: () => source }
}
