import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/**
 * A database or an open transaction: a query never knows which. Always the first argument, never optional, never
 * imported. The embedded engine has one connection, so a query on the outer database inside a transaction would wait
 * for itself: `db.transaction(async (db) => …)` shadows the name.
 */
export type Db = NodePgDatabase<Record<string, never>>
