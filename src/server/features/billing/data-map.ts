import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

const by = 'forget-old-events'

export const dataMap: DataMapOf<typeof tables> = {
  billingCustomers: {
    row: 'A teacher’s customer ID at Stripe.',
    kept: { with: 'account', until: 'The ID stays in a queued job until Stripe has confirmed that a deleted account’s plan is canceled.' },
    columns: {
      userId: ['teacher', 'The teacher'],
      customerId: ['teacher', 'Finds the customer at Stripe'],
      asked: ['nobody', 'Drops answers of Stripe that are out of date'],
      answered: ['nobody', 'Drops answers of Stripe that are out of date'],
    },
  },
  billingSubscriptions: {
    row: 'A subscription, as Stripe last described it.',
    kept: { with: 'account' },
    columns: {
      id: ['teacher', 'Stripe’s ID'],
      userId: ['teacher', 'The teacher'],
      status: ['teacher', 'Decides what the teacher can use'],
      planType: ['teacher', 'Tells a plan from the AI add-on'],
      priceId: ['nobody', 'The price at Stripe'],
      amount: ['teacher', 'What the teacher pays, in cents'],
      interval: ['teacher', 'By the month or by the year'],
      periodEnd: ['teacher', 'When it renews'],
      endsAt: ['teacher', 'When it ends'],
      endsWithPlan: ['nobody', 'Resumes an add-on that ended with a plan'],
      latestInvoiceId: ['teacher', 'Finds the newest invoice at Stripe'],
    },
  },
  billingInvoices: {
    row: 'An invoice, as Stripe last described it. It has no card number and no address.',
    kept: { with: 'account' },
    columns: {
      id: ['teacher', 'Stripe’s ID'],
      userId: ['teacher', 'The teacher'],
      number: ['teacher', 'Shown in the list of payments'],
      status: ['teacher', 'Tells whether it is paid'],
      amountPaid: ['teacher', 'Shown in the list of payments, in cents'],
      currency: ['teacher', 'Shown in the list of payments'],
      createdAt: ['teacher', 'Shown in the list of payments'],
      subscriptionId: ['teacher', 'The subscription it is for'],
      isReturned: ['teacher', 'Takes back a referral credit if the payment was returned'],
    },
  },
  billingEvents: {
    row: 'A message of Stripe that was applied.',
    kept: { with: 'nothing', ends: { since: 'at', after: { days: RETENTION.stripeEventDays }, by } },
    columns: {
      id: ['nobody', 'Applies each message once'],
      at: ['nobody', 'Ends the row'],
    },
  },
  pastCoupons: {
    row: 'A discount code that a deleted account had used.',
    kept: { with: 'nothing', ends: { since: 'deletedAt', after: { months: RETENTION.pastCouponMonths }, by } },
    columns: {
      fingerprint: ['teacher', 'Recognizes email address and code, so that a code is used once', { form: 'keyed hash' }],
      deletedAt: ['teacher', 'Ends the row'],
    },
  },
  billingCheckouts: {
    row: 'A page at Stripe on which a teacher pays.',
    kept: {
      with: 'account',
      ends: { since: 'openedAt', after: { days: RETENTION.checkoutDays }, by, only: 'those that weren’t paid' },
    },
    columns: {
      id: ['nobody', 'Opens the page once'],
      userId: ['teacher', 'The teacher'],
      kind: ['teacher', 'For the plan or for the add-on'],
      priceId: ['nobody', 'The price at Stripe'],
      coupon: ['teacher', 'Lets a teacher use a discount code once'],
      sessionId: ['nobody', 'Stripe’s ID of the page'],
      openedAt: ['teacher', 'Ends a page that wasn’t paid'],
      paidAt: ['teacher', 'When it was paid'],
    },
  },
}
