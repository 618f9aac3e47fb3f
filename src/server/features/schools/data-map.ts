import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  schoolInvitations: {
    row: 'A school’s invitation to an email address.',
    kept: { with: 'nothing', until: 'It ends when it is accepted, or withdrawn by an administrator. A declined one stays until then.' },
    columns: {
      id: ['nobody', 'Identifies the invitation'],
      schoolId: ['school', 'The school'],
      email: ['colleague', 'The address that may accept it'],
      status: ['colleague', 'Whether it was declined'],
      invitedBy: ['teacher', 'The administrator who sent it', { until: 'Emptied when the administrator’s account is deleted' }],
      invitedAt: ['colleague', 'When it was sent'],
    },
  },
}
