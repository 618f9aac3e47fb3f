import type { Renumber } from '#server/features/calendar/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import { quotaFor } from '#server/features/people/policy.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { objectWith } from '#server/lib/json/pieces.ts'
import type { ReadImport } from '#server/lib/reading/reading.ts'
import { type ImportEntry, imports } from '#shared/imports/contract.ts'
import { importLessons, previewImport } from './actions.ts'

/** Entries that are written as JSON at once, a few milliseconds. */
const AT_ONCE = 200

async function* pagesOf(entries: readonly ImportEntry[]): AsyncGenerator<readonly ImportEntry[]> {
  for (let from = 0; from < entries.length; from += AT_ONCE) yield entries.slice(from, from + AT_ONCE)
}

/** Returns a result of up to thousands of entries as JSON in pieces. */
const inPieces = <Result extends { entries: ImportEntry[] }>({ entries, ...more }: Result) =>
  objectWith<Result>(more as unknown as Partial<Result>, 'entries', pagesOf(entries))

type Parts = { quota: Quota; renumber: Renumber; read: ReadImport }

export const importRoutes = (serving: Serving, { quota, renumber, read }: Parts): void =>
  serve(serving, imports, {
    // Anyone signed in may call this, with or without a plan.
    previewImport: async ({ db, actor, now, body }) => inPieces(await previewImport(db, { calendar: ownCalendar(actor), now }, body, read)),
    // Anyone with an active trial or plan may call this.
    importLessons: async ({ db, actor, now, body: { operationId: id, ...input } }) => {
      const call = { id, calendar: ownCalendar(actor), actor: actor.userId, now, quota: quotaFor(actor, quota) }
      return inPieces(await importLessons(db, call, input, { read, renumber }))
    },
  })
