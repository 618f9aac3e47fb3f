import { queryOptions } from '@tanstack/react-query'
import type { Given } from '#shared/endpoint.ts'
import { templates } from '#shared/templates/contract.ts'
import { type TemplateFile, templateFiles } from '#shared/templates/library/contract.ts'
import { client, RefusedCall } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { watchSave } from '#web/lib/net/save-status.ts'
import type { TemplateKind, TemplateOf } from './template-kinds.ts'

const api = client({ ...templates, ...templateFiles })

type Calls<K extends TemplateKind> = {
  list: () => Promise<TemplateOf[K][]>
  create: (given: { body: TemplateInput[K] }) => Promise<TemplateOf[K]>
  change: (given: { params: { id: string }; body: TemplateInput[K] & { version: number } }) => Promise<TemplateOf[K]>
  remove: (given: { params: { id: string } }) => Promise<unknown>
}
export type TemplateInput = {
  timeBlock: Given<typeof templates.createTimeBlockTemplate>['body']
  daily: Given<typeof templates.createDailyTemplate>['body']
  weekly: Given<typeof templates.createWeeklyTemplate>['body']
}
const calls: { [K in TemplateKind]: Calls<K> } = {
  timeBlock: {
    list: api.timeBlockTemplates,
    create: api.createTimeBlockTemplate,
    change: api.changeTimeBlockTemplate,
    remove: api.deleteTimeBlockTemplate,
  },
  daily: { list: api.dailyTemplates, create: api.createDailyTemplate, change: api.changeDailyTemplate, remove: api.deleteDailyTemplate },
  weekly: {
    list: api.weeklyTemplates,
    create: api.createWeeklyTemplate,
    change: api.changeWeeklyTemplate,
    remove: api.deleteWeeklyTemplate,
  },
}
const callsOf = <K extends TemplateKind>(kind: K): Calls<K> => calls[kind]

/** Sorts 'Week 2' before 'Week 10'. */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Loads the templates of a kind, sorted by name. */
export const templatesQuery = <K extends TemplateKind>(kind: K) =>
  queryOptions({
    queryKey: ['templates', kind],
    queryFn: async (): Promise<TemplateOf[K][]> => (await callsOf(kind).list()).sort((a, b) => compare(a.name, b.name)),
  })

/** Refetches the list of templates. */
const refresh = (kind: TemplateKind): Promise<void> => queryClient.invalidateQueries(templatesQuery(kind))
/** Refetches after a failure, too, because the template may have been deleted or changed in another window. */
const refreshing = async <T>(kind: TemplateKind, call: () => Promise<T>): Promise<T> => {
  try {
    return await watchSave(call)
  } finally {
    void refresh(kind)
  }
}

export const createTemplate = <K extends TemplateKind>(kind: K, body: TemplateInput[K]): Promise<TemplateOf[K]> =>
  refreshing(kind, () => callsOf(kind).create({ body }))

/** Throws `stale` if the template is no longer at this version. */
export const changeTemplate = <K extends TemplateKind>(
  kind: K,
  { id, version }: { id: string; version: number },
  body: TemplateInput[K],
): Promise<TemplateOf[K]> => refreshing(kind, () => callsOf(kind).change({ params: { id }, body: { ...body, version } }))

export const deleteTemplate = (kind: TemplateKind, id: string): Promise<unknown> =>
  refreshing(kind, () => callsOf(kind).remove({ params: { id } }))

/** Puts a daily template on file as an emergency plan that was checked today, or takes it off. */
export const keepEmergencyPlan = (id: string, isOnFile: boolean): Promise<unknown> =>
  refreshing('daily', () => api.keepEmergencyPlan({ params: { id }, body: { isOnFile } }))

/** Undoes a deletion. */
export const restoreTemplate = (kind: TemplateKind, id: string): Promise<unknown> =>
  refreshing(kind, () => api.restoreTemplate({ params: { id } }))

export const importTemplates = async (body: TemplateFile): Promise<void> => {
  await watchSave(() => api.importTemplates({ body }))
  await Promise.all([refresh('timeBlock'), refresh('daily'), refresh('weekly')])
}

/** Refetches the list if the server says that the template no longer exists. */
export const forgetMissing = (kind: TemplateKind, error: unknown): void => {
  if (error instanceof RefusedCall && error.code === 'not_found') void refresh(kind)
}
