import type { Db } from './client.ts'

/**
 * A query that is planned once a connection: builds it with `build` on first use with a database (or an open
 * transaction) and keeps it for as long as that lives. For the hot reads; building one costs more than running it.
 */
export const prepared = <Q>(build: (db: Db) => Q): ((db: Db) => Q) => {
  const built = new WeakMap<Db, Q>()
  return (db) => {
    let query = built.get(db)
    if (query === undefined) {
      query = build(db)
      built.set(db, query)
    }
    return query
  }
}
