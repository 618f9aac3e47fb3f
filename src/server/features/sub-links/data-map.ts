import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  subLinks: {
    row: 'A link that shows a teacher’s plan to a substitute.',
    kept: { with: 'account', ends: { since: 'endsAt', after: { days: RETENTION.subLinkDays }, by: 'forget-sub-links' } },
    columns: {
      id: ['nobody', 'Identifies the link'],
      userId: ['teacher', 'The teacher whose days it shows'],
      madeBy: ['teacher, colleague', 'The person who made it'],
      tokenHash: ['teacher', 'Finds the link by its address', { form: 'hash' }],
      sealedToken: ['teacher', 'Shows its maker the address again', { form: 'encrypted' }],
      reportTokenHash: ['teacher', 'Accepts the substitute’s report', { form: 'hash' }],
      sealedReportToken: ['teacher', 'Puts that token into the page', { form: 'encrypted' }],
      dates: ['teacher', 'The days it shows'],
      include: ['teacher', 'What it shows'],
      message: ['teacher, students', 'What its maker tells the substitute'],
      emergencyPlanId: ['teacher', 'The emergency plan that it shows instead'],
      planHash: ['teacher', 'Tells readers that the plan is newer', { form: 'hash' }],
      endsOn: ['teacher', 'Its last day'],
      endsAt: ['teacher', 'Ends it'],
      revokedAt: ['teacher', 'When it was turned off'],
      createdAt: ['teacher', 'When it was made'],
      sentAt: ['teacher', 'When it was sent to the office'],
    },
  },
  subLinkOpenings: {
    row: 'A time at which a link was open on a screen.',
    kept: { with: 'link' },
    columns: {
      id: ['nobody', 'Identifies the row'],
      linkId: ['teacher', 'The link'],
      at: ['substitute', 'Shows the teacher that the plan was read'],
      device: ['substitute', 'Phone, tablet or computer'],
      isNewDevice: ['substitute', 'Counts devices, to notice that the link was passed on'],
    },
  },
}
