import { ownCalendar } from '#server/features/calendar/policy.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import { sketchesBetween } from '#server/features/calendar/shown/queries.ts'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { quotaFor } from '#server/features/people/policy.ts'
import { cleanDay, putBlocks } from '#server/features/templates/actions.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { repeats } from '#shared/templates/repeats/contract.ts'

const NOTHING_TO_REPEAT = 'There aren’t any lessons to repeat.'

export const repeatRoutes = (serving: Serving, quota: Quota): void =>
  serve(serving, repeats, {
    // Anyone signed in may call this, with or without a plan.
    sketches: ({ db, actor, query: { from, to } }) => sketchesBetween(db, ownCalendar(actor), from, to),

    // Anyone with an active trial or plan may call this.
    repeat: async ({ db, actor, now, body: { patterns, days, mode, operationId } }) => {
      // Sanitize each pattern once, no matter how many days use it.
      const clean: StoredBlock[][] = []
      for (const blocks of patterns) clean.push(await cleanDay(blocks))
      const versions = Object.fromEntries(days.flatMap(({ date, version }) => (version === undefined ? [] : [[date, version]])))
      const { changed, days: outcomes } = await putBlocks(db, {
        calendar: ownCalendar(actor),
        quota: quotaFor(actor, quota),
        now,
        kind: 'repeat',
        nothing: NOTHING_TO_REPEAT,
        days: days.map(({ date, pattern }) => ({ date, blocks: clean[pattern] ?? [] })),
        versions,
        mode,
        blockedDays: 'skip',
        operationId,
      })
      return { operationId: changed.operationId, days: outcomes }
    },
  })
