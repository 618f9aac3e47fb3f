import { recordOwn } from '#server/features/audit/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { dataExport } from '#shared/export/contract.ts'
import { exportData } from './actions.ts'

export const exportRoutes = (serving: Serving, { keys }: { keys: KeyRing }): void =>
  serve(serving, dataExport, {
    // Anyone signed in may call this, with or without a plan, after proving who they are.
    exportMyData: async ({ db, actor, now, request }) => {
      if (!actor.isGuest) await recordOwn(db, { act: 'account.exported', userId: actor.userId, ip: request.ip, at: now })
      return exportData(db, ownCalendar(actor), { keys, now })
    },
  })
