import { migrate as run } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from './open.ts'
export const migrate = (database: Pick<Database, 'db'>, folder: string): Promise<void> => run(database.db, { migrationsFolder: folder })
