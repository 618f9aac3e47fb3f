import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  invites: {
    row: 'A teacher’s offer to show a colleague their lessons.',
    kept: { with: 'account', until: 'It ends with either of the two accounts.' },
    columns: {
      id: ['nobody', 'Identifies the offer'],
      inviterId: ['teacher', 'The teacher who shows their lessons'],
      inviteeId: ['colleague', 'The colleague'],
      status: ['teacher, colleague', 'Decides whether the colleague can see anything'],
      includesStudentNotes: ['teacher', 'Whether the teacher allows student notes in plans that the colleague makes'],
      invitedAt: ['teacher, colleague', 'Shown with the offer'],
      answeredAt: ['colleague', 'Shown with the offer'],
    },
  },
}
