/**
 * Maintenance Mode allows reads and refuses writes.
 *
 * 1. It ends automatically at a set time, so users don't stay locked out after the admin has gone home.
 * 2. Each server caches the state for at most two seconds and drops the cache when it is notified of a change.
 */

import { record } from '#server/features/audit/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { announce, type Notices } from '#server/lib/db/notices.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Clock } from '#server/lib/http/serve.ts'
import type { Maintenance } from '#shared/admin/maintenance/contract.ts'
import { MAX } from '#shared/limits.ts'
import { deleteMaintenance, lastMaintenance, putMaintenance } from './queries.ts'

const KEPT_MS = 2_000
const HOUR_MS = 3_600_000

type LastMaintenance = Awaited<ReturnType<typeof lastMaintenance>>

export type MaintenanceMode = {
  /** Returns the current Maintenance Mode, or null if it is off or has expired. */
  current: () => Promise<Maintenance | null>
  begin: (wanted: Maintenance, actorId: string) => Promise<void>
  end: (actorId: string) => Promise<void>
}

export const makeMaintenanceMode = (db: Db, notices: Pick<Notices, 'subscribe'>, clock: Clock): MaintenanceMode => {
  let known: { kept: LastMaintenance; at: number } | undefined
  let asked: Promise<LastMaintenance> | undefined
  const forget = (): void => {
    known = undefined
    asked = undefined
  }
  notices.subscribe((notice) => {
    if (notice === undefined || notice.kind === 'maintenance') forget()
  })

  /** Loads the state. Concurrent callers share one query. */
  const ask = (now: number): Promise<LastMaintenance> => {
    if (asked) return asked
    const asking = lastMaintenance(db)
      .then((kept) => {
        // The cache was cleared during the query, so this result may be stale. Don't cache it.
        if (asked === asking) known = { kept, at: now }
        return kept
      })
      .finally(() => {
        if (asked === asking) asked = undefined
      })
    asked = asking
    return asking
  }

  const current = async (): Promise<Maintenance | null> => {
    const now = clock().getTime()
    const kept = known && Math.abs(now - known.at) < KEPT_MS ? known.kept : await ask(now)
    return kept && kept.until.getTime() > now ? { words: kept.words, until: kept.until.toISOString() } : null
  }

  return {
    current,

    begin: async ({ words, until }, actorId) => {
      const at = clock()
      const end = new Date(until)
      const left = end.getTime() - at.getTime()
      if (left <= 0) throw new Refused('refused_by_rule', 'Choose a time in the future.')
      if (left > MAX.maintenanceHours * HOUR_MS)
        throw new Refused('refused_by_rule', `Maintenance Mode can last up to ${MAX.maintenanceHours} hours.`)
      await db.transaction(async (db) => {
        await putMaintenance(db, { words, until: end })
        await record(db, { at, actorId, act: 'maintenance.begun' })
        announce(db, { kind: 'maintenance' })
      })
      forget()
    },

    end: async (actorId) => {
      const wasOn = (await current()) !== null
      await db.transaction(async (db) => {
        await deleteMaintenance(db)
        if (wasOn) await record(db, { at: clock(), actorId, act: 'maintenance.ended' })
        announce(db, { kind: 'maintenance' })
      })
      forget()
    },
  }
}
