import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  activeTeachers: {
    row: 'The number of teachers who used Firstbell in a month.',
    kept: { with: 'nothing' },
    columns: {
      month: ['nobody', 'The month'],
      teachers: ['nobody', 'The number, for the chart of the dashboard'],
    },
  },
}
