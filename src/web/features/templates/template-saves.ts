/** What a teacher does with templates, with how it went said in a toast. Each answers whether it succeeded. */
import { formatDay } from '#shared/dates.ts'
import type { ApplyOptions, TemplateFile, TimeBlockTemplate } from '#shared/templates/contract.ts'
import { letFly, reasonOf, undo } from '#web/features/calendar/days/block-saves.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { newBlockId } from '#web/features/calendar/model/block-id.ts'
import { RefusedCall } from '#web/lib/api.ts'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'
import { reportOf } from './apply-plan.ts'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  forgetMissing,
  importTemplates,
  restoreTemplate,
  type TemplateInput,
} from './data.ts'
import type { AnyTemplate, TemplateKind } from './template-kinds.ts'

const NAMES: Record<TemplateKind, string> = { timeBlock: 'time block template', daily: 'daily template', weekly: 'weekly template' }
const titled = (kind: TemplateKind): string => `${NAMES[kind][0]?.toUpperCase()}${NAMES[kind].slice(1)}`

/** Makes a call and says in a toast how it went. */
const carryOut = async (call: () => Promise<ToastMessage>, onFailure: (error: unknown) => ToastMessage): Promise<boolean> => {
  try {
    showToast({ tone: 'success', ...(await call()) })
    return true
  } catch (error) {
    showToast({ tone: 'destructive', description: reasonOf(error), ...onFailure(error) })
    letFly(error)
    return false
  }
}

export const create = <K extends TemplateKind>(kind: K, body: TemplateInput[K]): Promise<boolean> =>
  carryOut(
    async () => {
      await createTemplate(kind, body)
      return { title: `${titled(kind)} created successfully` }
    },
    () => ({ title: `Failed to create ${NAMES[kind]}` }),
  )

/** `version` is the one that the form began with. */
export const change = <K extends TemplateKind>(
  kind: K,
  template: { id: string; version: number },
  body: TemplateInput[K],
): Promise<boolean> =>
  carryOut(
    async () => {
      await changeTemplate(kind, template, body)
      return { title: `${titled(kind)} updated successfully` }
    },
    () => ({ title: kind === 'timeBlock' ? 'Failed to create/update time block template' : `Failed to update ${NAMES[kind]}` }),
  )

export const duplicate = ({ kind, template: { id: _, version: __, ...body } }: AnyTemplate): Promise<boolean> =>
  create(kind, { ...body, name: `${body.name.slice(0, 190)} (copy)` })

const restore = ({ kind, template: { id, name } }: AnyTemplate): Promise<boolean> =>
  carryOut(
    async () => {
      await restoreTemplate(kind, id)
      return { title: `${titled(kind)} brought back`, description: name }
    },
    () => ({ title: `Failed to bring back ${NAMES[kind]}` }),
  )

export const remove = (any: AnyTemplate): Promise<boolean> =>
  carryOut(
    async () => {
      await deleteTemplate(any.kind, any.template.id)
      return {
        title: 'Template deleted successfully',
        description: any.template.name,
        action: { label: 'Undo', onPress: () => void restore(any) },
      }
    },
    (error) => {
      forgetMissing(any.kind, error)
      return { title: 'Failed to delete template' }
    },
  )

type Target = { calendar: CalendarRef; dates: readonly string[] } & ApplyOptions

/** Puts a daily or weekly template on days; Undo is in the toast. */
export const apply = (any: Exclude<AnyTemplate, { kind: 'timeBlock' }>, { calendar, dates, ...options }: Target): Promise<boolean> =>
  carryOut(
    async () => {
      const applied = await write(calendar, { type: 'apply', kind: any.kind, templateId: any.template.id, dates, options })
      if (!applied) throw new Error('A template was not applied')
      const { days, operationId, entries } = applied
      const changed = entries.map(({ date }) => date)
      return {
        title: 'Template applied successfully',
        description: reportOf(days),
        action: { label: 'Undo', onPress: () => void undo(calendar, changed, operationId) },
      }
    },
    (error) => {
      forgetMissing(any.kind, error)
      const isStale = error instanceof RefusedCall && error.code === 'stale'
      return {
        title: 'Failed to apply template',
        ...(isStale && { description: 'A day was changed somewhere else. Look at it again, then apply.' }),
      }
    },
  )

/** Puts a time-block template on a day, beside what is there; Undo is in the toast. */
export const applyBlock = (
  { title, description, startTime, endTime, hasAlert, alertMessage }: TimeBlockTemplate,
  calendar: CalendarRef,
  date: string,
): Promise<boolean> =>
  carryOut(
    async () => {
      const id = newBlockId(Date.now()).replace('block_', 'template-')
      const after = { id, title, description, startTime, endTime, hasAlert, alertMessage, order: 0 }
      const saved = await write(calendar, { type: 'block', date, before: null, after })
      if (!saved) throw new Error('A new time block was not saved')
      return {
        title: 'Template applied successfully',
        description: formatDay(date, 'full'),
        action: { label: 'Undo', onPress: () => void undo(calendar, [date], saved.operationId) },
      }
    },
    () => ({ title: 'Failed to apply time block template' }),
  )

export const importFile = (content: TemplateFile, count: string): Promise<boolean> =>
  carryOut(
    async () => {
      await importTemplates(content)
      return { title: 'Templates imported successfully', description: `${count} added beside those you had.` }
    },
    () => ({ title: 'Failed to import templates' }),
  )
