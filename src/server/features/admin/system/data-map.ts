import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  servers: {
    row: 'A running server.',
    kept: { with: 'nothing', until: 'It ends when the server stops, or an hour after the last report of a server that died.' },
    columns: {
      id: ['nobody', 'Identifies a start of a server'],
      host: ['nobody', 'Names the machine on the dashboard'],
      version: ['nobody', 'The version that it runs'],
      startedAt: ['nobody', 'How long it has been running'],
      seenAt: ['nobody', 'Tells that it died'],
      figures: ['nobody', 'Memory, streams and response times, for the dashboard and alerts'],
    },
  },
}
