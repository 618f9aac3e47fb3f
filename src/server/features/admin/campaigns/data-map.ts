import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  campaigns: {
    row: 'An email that a platform admin sent to many people.',
    kept: { with: 'nothing' },
    columns: {
      id: ['nobody', 'Sends it once, however often the call is repeated'],
      segment: ['nobody', 'Names the group of recipients'],
      subject: ['nobody', 'The subject, as the admin wrote it'],
      text: ['nobody', 'The text, as the admin wrote it'],
      createdAt: ['nobody', 'Orders the list of emails'],
      preparedAt: ['nobody', 'Tells that all recipients are queued'],
      stoppedAt: ['nobody', 'Tells that an admin stopped it'],
    },
  },
}
