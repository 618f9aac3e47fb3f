/** Previews and sends imports. Loads with their dialog, not with the planner. */
import { queryOptions } from '@tanstack/react-query'
import type { OperationResult } from '#shared/calendar/contract.ts'
import { type ImportEntry, type ImportInput, imports } from '#shared/imports/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(imports)

/** The response to an import: what came in, and the days that changed. */
export type Imported = OperationResult & { dates: readonly string[]; brought: readonly ImportEntry[] }

/**
 * The query for what a file or text brings in. `id` stands for the content, which is too long for a key. Keeps the preview of a source while
 * a newer one loads.
 */
export const importPreviewQuery = (source: string, id: number, input: ImportInput) =>
  queryOptions({
    queryKey: ['import-preview', source, id, input.kind, input.options],
    queryFn: ({ signal }) => api.previewImport({ body: input }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === source ? before : undefined),
    gcTime: 0,
    structuralSharing: false,
  })

export const sendImport = async ({ id, input }: Extract<PendingEdit, { type: 'import' }>): Promise<Imported> => {
  const { operationId, dates, entries } = await api.importLessons({ body: { ...input, operationId: id } })
  return { operationId, entries: [], removed: [], dates, brought: entries }
}
