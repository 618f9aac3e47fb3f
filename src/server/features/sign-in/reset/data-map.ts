import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

const { passwordLinkHours, firstPasswordLinkDays } = RETENTION

export const dataMap: DataMapOf<typeof tables> = {
  passwordResets: {
    row: 'A link that sets a password.',
    kept: {
      with: 'account',
      ends: { since: 'expiresAt', after: { days: 0 }, by: 'forget-password-links' },
      until: `A link expires after ${passwordLinkHours} hour, or after ${firstPasswordLinkDays} days for a new account.`,
    },
    columns: {
      tokenHash: ['teacher', 'Finds the link by its token', { form: 'hash' }],
      userId: ['teacher', 'The account'],
      isMailed: ['nobody', 'Whether using it confirms the address'],
      expiresAt: ['nobody', 'Ends the link'],
      usedAt: ['teacher', 'Lets it work once'],
    },
  },
}
