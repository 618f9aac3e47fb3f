import type { Db } from '#server/lib/db/client.ts'
import { maintenance } from './tables.ts'

type MaintenanceRow = { words: string; until: Date }

/** Returns the most recent Maintenance Mode, which may have expired. */
export const lastMaintenance = async (db: Db): Promise<MaintenanceRow | undefined> => {
  const [row] = await db.select({ words: maintenance.words, until: maintenance.until }).from(maintenance)
  return row
}

export const putMaintenance = (db: Db, kept: MaintenanceRow) =>
  db.insert(maintenance).values(kept).onConflictDoUpdate({ target: maintenance.isOnlyRow, set: kept })

export const deleteMaintenance = (db: Db) => db.delete(maintenance)
