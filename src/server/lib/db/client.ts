import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/**
 * A database or an open transaction. Queries don't distinguish between them. Always the first argument, never optional and never imported.
 * The embedded engine has one connection, so a query on the outer database inside a transaction would deadlock. To prevent that,
 * `db.transaction(async (db) => …)` shadows the name.
 */
export type Db = NodePgDatabase<Record<string, never>>
