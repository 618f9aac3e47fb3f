import { passwordHashOf } from '#server/features/accounts/queries.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { dataExport } from '#shared/export/contract.ts'
import { exportData } from './actions.ts'

export const exportRoutes = (serving: Serving, passwords: Passwords): void =>
  serve(serving, dataExport, {
    exportMyData: async ({ db, actor, now, body }) => {
      const current = await passwordHashOf(db, actor.userId)
      if (!(await passwords.matches(current, body.password, actor.userId))) throw new Refused('wrong_password')
      return exportData(db, ownCalendar(actor), now)
    },
  })
