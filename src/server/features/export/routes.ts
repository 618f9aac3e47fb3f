import { requireProof } from '#server/features/accounts/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { dataExport } from '#shared/export/contract.ts'
import { exportData } from './actions.ts'

export const exportRoutes = (serving: Serving, passwords: Passwords): void =>
  serve(serving, dataExport, {
    exportMyData: async ({ db, actor, now, body }) => {
      await requireProof(passwords, db, actor, { password: body.password, now })
      return exportData(db, ownCalendar(actor), now)
    },
  })
