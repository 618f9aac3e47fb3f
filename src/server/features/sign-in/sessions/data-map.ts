import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

const { sessionIdleDays, sessionDays, guestDays } = RETENTION

export const dataMap: DataMapOf<typeof tables> = {
  sessions: {
    row: 'A device on which a person is signed in.',
    kept: {
      with: 'account',
      ends: { since: 'idleExpiresAt', after: { days: 0 }, by: 'forget-ended-sessions' },
      until: `It ends when the person signs out, ${sessionIdleDays} days after the last use, and at most ${sessionDays} days after the sign-in (${guestDays} for a guest).`,
    },
    columns: {
      id: ['nobody', 'Identifies the session'],
      tokenHash: ['teacher', 'Finds the session by its token', { form: 'hash' }],
      userId: ['teacher', 'The person'],
      createdAt: ['teacher', 'Shown in the list of devices'],
      lastSeenAt: ['teacher', 'Shown in the list of devices'],
      idleExpiresAt: ['nobody', 'Ends a session that isn’t used'],
      expiresAt: ['nobody', 'Ends every session'],
      userAgent: ['teacher', 'Names the browser in the list of devices'],
      confirmedAt: ['teacher', 'When the person last proved who they are'],
      wrongPasswords: ['teacher', 'Ends a session in which somebody guesses'],
    },
  },
}
