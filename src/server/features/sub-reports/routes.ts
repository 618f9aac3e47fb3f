import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { subReports } from '#shared/sub-reports/contract.ts'
import { changeSubReport, correctReport, requiredKey, shareSubReport, subReportsOf, takeReport } from './actions.ts'

export const subReportRoutes = (serving: Serving, { keys, mailQueue }: { keys: KeyRing; mailQueue: MailQueue }): void =>
  serve(serving, subReports, {
    // Anyone may call this.
    sendReport: async ({ db, now, params: { token }, body: report, request, created }) => {
      const key = () => requiredKey(request.headers['idempotency-key'])
      const { isNew, ...received } = await takeReport({ db, keys, now, mailQueue }, { token, key, report })
      if (isNew) created()
      return received
    },

    // Anyone may call this.
    correctReport: ({ db, now, params: { token, id }, body: report }) => correctReport({ db, keys, now }, { token, id, report }),

    // Anyone signed in may call this, with or without a plan.
    subReports: ({ db, actor: { userId } }) => subReportsOf(db, keys, userId),

    // Anyone signed in may call this, with or without a plan.
    changeSubReport: ({ db, now, actor: { userId }, params: { id }, body }) => changeSubReport({ db, keys, now }, { userId, id, ...body }),

    // Anyone signed in may call this, with or without a plan.
    shareSubReport: ({ db, now, actor, params: { id } }) => shareSubReport({ db, keys, now, mailQueue }, { actor, id }),
  })
