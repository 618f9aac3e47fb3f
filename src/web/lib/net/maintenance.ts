import type { Maintenance } from '#shared/admin/maintenance/contract.ts'
import { createStore } from '#web/lib/store.ts'

/** The current maintenance notice from the server, or null while maintenance mode is off. */
export const maintenance = createStore<Maintenance | null>(null)
