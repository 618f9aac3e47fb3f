import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  pendingSignIns: {
    row: 'A person who has returned from Google or the operator’s provider and isn’t signed in yet.',
    kept: {
      with: 'account',
      ends: { since: 'expiresAt', after: { days: 0 }, by: 'forget-arrivals' },
      until: 'It ends when the browser uses it, after a minute, or after ten minutes if the person has a choice to make.',
    },
    columns: {
      codeHash: ['teacher', 'Finds the row by the code in the address', { form: 'hash' }],
      browserHash: ['teacher', 'Lets only the browser that began the sign-in finish it', { form: 'hash' }],
      provider: ['teacher', 'Names the provider'],
      sub: ['teacher', 'Links the account to the person at the provider'],
      email: ['teacher', 'Creates or finds the account'],
      name: ['teacher', 'Becomes the name of a new account'],
      purpose: ['nobody', 'Remembers why a signed-in person went to the provider'],
      userId: ['teacher', 'Names the signed-in person'],
      sessionId: ['teacher', 'Ties the return to the session that began it'],
      timezone: ['teacher', 'Becomes the time zone of a new account'],
      ref: ['colleague', 'Credits the colleague who referred the person'],
      stage: ['nobody', 'Tells what the browser does next'],
      expiresAt: ['nobody', 'Ends the row'],
    },
  },
}
