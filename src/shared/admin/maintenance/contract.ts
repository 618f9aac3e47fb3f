import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { requiredText } from '#shared/text.ts'

/** Maintenance Mode, with its end time and the message shown to users. */
export const Maintenance = z
  .object({
    words: z.string(),
    /** ISO 8601. */
    until: z.string(),
  })
  .register(names, { id: 'Maintenance' })
export type Maintenance = z.output<typeof Maintenance>

/** Null if Maintenance Mode is off. */
const MaintenanceState = z.object({ maintenance: z.nullable(Maintenance) })

export const maintenance = contract({
  maintenance: {
    method: 'GET',
    path: '/api/admin/maintenance',
    access: 'platformAdministrator',
    summary: 'Get whether Maintenance Mode is on, when it ends, and the message users see.',
    description: 'Returns null if it is off.',
    reply: MaintenanceState,
  },
  beginMaintenance: {
    method: 'PUT',
    path: '/api/admin/maintenance',
    access: 'platformAdministrator',
    summary: 'Turn Maintenance Mode on, or change it.',
    description: `Until the given time (up to ${MAX.maintenanceHours} hours ahead), writes return 503 with this message.`,
    body: z.object({ words: requiredText(300, 'Enter a message for users.'), until: z.iso.datetime() }),
    reply: MaintenanceState,
    needsProof: true,
  },
  endMaintenance: {
    method: 'DELETE',
    path: '/api/admin/maintenance',
    access: 'platformAdministrator',
    summary: 'Turn Maintenance Mode off early.',
    description: 'Users can save changes again.',
    reply: MaintenanceState,
    needsProof: true,
  },
})
