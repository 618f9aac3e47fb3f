/** Returns a query's first row, or undefined if the query returns no rows. */
export const first = async <T>(rows: PromiseLike<readonly T[]>): Promise<T | undefined> => {
  const [row] = await rows
  return row
}

/** Returns the only row of a query that always has one, such as a count or an insert. Throws if the query returns no rows. */
export const theOnly = async <T>(rows: PromiseLike<readonly T[]>): Promise<T> => {
  const row = await first(rows)
  if (row === undefined) throw new Error('A query that must return a row returned none')
  return row
}
