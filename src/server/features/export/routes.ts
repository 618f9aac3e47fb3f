import { requireProof } from '#server/features/accounts/actions.ts'
import { recordOwn } from '#server/features/audit/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { dataExport } from '#shared/export/contract.ts'
import { exportData } from './actions.ts'

export const exportRoutes = (serving: Serving, passwords: Passwords): void =>
  serve(serving, dataExport, {
    exportMyData: async ({ db, actor, now, body, request }) => {
      await requireProof(passwords, db, actor, { password: body.password, now })
      if (!actor.isGuest) await recordOwn(db, { act: 'account.exported', userId: actor.userId, ip: request.ip, at: now })
      return exportData(db, ownCalendar(actor), now)
    },
  })
