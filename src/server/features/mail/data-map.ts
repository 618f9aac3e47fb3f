import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  mails: {
    row: 'An email that was queued or sent, without its text.',
    kept: { with: 'account', ends: { since: 'queuedAt', after: { days: RETENTION.mailDays }, by: 'forget-old-mails' } },
    columns: {
      id: ['nobody', 'Lets mail servers recognize duplicates'],
      userId: ['teacher', 'The recipient. Empty for an address without an account'],
      kind: ['teacher', 'The kind of email'],
      about: ['teacher', 'The ID of the thing that it is about, so that it is sent once'],
      queuedAt: ['teacher', 'Ends the row'],
      endedAt: ['teacher', 'When it was sent or given up'],
      outcome: ['teacher', 'Whether the mail server accepted it'],
    },
  },
  silentAddresses: {
    row: 'An address without an account that opted out of email, or doesn’t exist.',
    kept: { with: 'nothing' },
    columns: {
      fingerprint: ['colleague', 'Recognizes the address, so that it gets no email', { form: 'keyed hash' }],
      since: ['colleague', 'When that was'],
    },
  },
}
