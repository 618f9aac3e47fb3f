import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  referralCodes: {
    row: 'The code with which a teacher refers friends.',
    kept: { with: 'account' },
    columns: {
      userId: ['teacher', 'The owner of the code'],
      code: ['teacher', 'Finds the owner when a friend signs up'],
    },
  },
  referrals: {
    row: 'A friend who signed up with a teacher’s code.',
    kept: { with: 'account', until: 'It belongs to the teacher who referred the friend.' },
    columns: {
      id: ['nobody', 'Identifies the row'],
      referrerId: ['teacher', 'The teacher who earns the credit'],
      friendId: ['colleague', 'The friend', { until: 'Emptied when the friend deletes their account' }],
      signedUpAt: ['colleague', 'Shows the teacher when the friend signed up'],
      outcome: ['colleague', 'Tells whether the friend has paid, so that the credit is given once'],
      settledAt: ['colleague', 'When that was decided'],
      card: ['colleague', 'Stripe’s fingerprint of the friend’s card, so that each card earns once'],
    },
  },
  referralCredits: {
    row: 'A free month that a teacher earned.',
    kept: { with: 'account' },
    columns: {
      id: ['nobody', 'Identifies the credit, and gives it once at Stripe'],
      userId: ['teacher', 'The owner'],
      referralId: ['nobody', 'The referral that earned it', { until: 'Emptied when the referrer’s account is deleted' }],
      amount: ['teacher', 'Its worth in cents'],
      earnedAt: ['teacher', 'When it was earned'],
      expiresAt: ['teacher', 'When it can’t be used anymore'],
      endedAt: ['teacher', 'When it was used, expired or was taken back'],
      endedAs: ['teacher', 'Which of these happened'],
      appliedTo: ['teacher', 'The period whose payment it lowers'],
      givenAt: ['teacher', 'When Stripe accepted it'],
    },
  },
}
