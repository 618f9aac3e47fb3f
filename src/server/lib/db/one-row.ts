/** Returns a query's first row; undefined if it has none. */
export const first = async <T>(rows: PromiseLike<readonly T[]>): Promise<T | undefined> => {
  const [row] = await rows
  return row
}

/** Returns a query's only row. Throws if it has none, which only a broken query can cause, such as a count or an insert. */
export const theOnly = async <T>(rows: PromiseLike<readonly T[]>): Promise<T> => {
  const row = await first(rows)
  if (row === undefined) throw new Error('A query that must return a row returned none')
  return row
}
