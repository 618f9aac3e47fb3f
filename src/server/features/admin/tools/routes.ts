import { Readable } from 'node:stream'
import { record } from '#server/features/audit/queries.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { adminTools, type Setting } from '#shared/admin/tools/contract.ts'
import { allPeople, applyBulk, planBulk } from './actions.ts'
import { csvOf, jsonOf } from './documents.ts'

const nameOf = (now: Date, ending: string): string => `firstbell-users-${now.toISOString().slice(0, 10)}.${ending}`

export const adminToolRoutes = (serving: Serving, settings: readonly Setting[]): void =>
  serve(serving, adminTools, {
    // Platform admins may call this.
    configuration: async () => ({ settings: [...settings] }),

    // Platform admins may call this, after proving who they are.
    exportUsersCsv: async ({ db, actor, now }) => {
      await record(db, { at: now, actorId: actor.userId, act: 'admin.exported' })
      return { name: nameOf(now, 'csv'), content: Readable.from(csvOf(allPeople(db), now), { objectMode: false }) }
    },

    // Platform admins may call this, after proving who they are.
    exportUsersJson: async ({ db, actor, now }) => {
      await record(db, { at: now, actorId: actor.userId, act: 'admin.exported' })
      return { name: nameOf(now, 'json'), content: Readable.from(jsonOf(allPeople(db), now), { objectMode: false }) }
    },

    // Platform admins may call this.
    previewBulkUpdate: async ({ db, now, body }) => {
      const { planned, ...rest } = await planBulk(db, body.csv, now)
      return { changes: planned.map(({ change }) => change), ...rest }
    },

    // Platform admins may call this, after proving who they are.
    bulkUpdate: async ({ db, actor, now, body }) => ({ changed: await applyBulk(db, { csv: body.csv, actorId: actor.userId }, now) }),
  })
