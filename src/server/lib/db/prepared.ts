import type { Db } from './client.ts'

/**
 * Returns a query that is planned once per connection. `build` runs on first use with a database or open transaction, and its result is
 * cached for that object's lifetime. Use it for hot reads, because building a query costs more than running it.
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
