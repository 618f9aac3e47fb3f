import type { Maintenance } from '#shared/admin/maintenance/contract.ts'
import { createStore } from './store.ts'

/** Maintenance Mode, as this page was told; null while it is off. */
export const maintenance = createStore<Maintenance | null>(null)
