/** JSON that is written piece by piece, so that no answer has to be in memory whole. */

/** Bytes of a value as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** A JSON document of a `T`, in pieces. */
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

/** The array of all items of all pages. Each text of `texts` is one or more items, as JSON with commas between. */
export const arrayOfTexts = <T>(texts: AsyncIterable<string>): JsonPieces<T[]> => new JsonPieces(listed(texts))

/** The array of all items of all pages. */
const arrayOf = <T>(pages: AsyncIterable<readonly T[]>): JsonPieces<T[]> => arrayOfTexts(written(pages))

/** An object: `fields`, and the array of all items under `name`. */
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

/** All items when they come in one page, which saves what a stream costs; else the array in pieces. */
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
