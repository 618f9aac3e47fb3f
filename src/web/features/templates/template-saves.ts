/** The teacher's actions on templates. Each function shows the outcome in a toast and returns whether the action succeeded. */
import { formatDay } from '#shared/dates.ts'
import type { ApplyOptions } from '#shared/templates/apply/contract.ts'
import type { TimeBlockTemplate } from '#shared/templates/contract.ts'
import type { TemplateFile } from '#shared/templates/library/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { newBlockId } from '#web/features/calendar/model/block-id.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { report } from '#web/ui/report.ts'
import { reportOf } from './apply-plan.ts'
import type { TemplateInput } from './data.ts'
import * as calls from './data.ts'
import type { AnyTemplate, TemplateKind } from './template-kinds.ts'

const NAMES: Record<TemplateKind, string> = { timeBlock: 'time block template', daily: 'daily template', weekly: 'weekly template' }
const titled = (kind: TemplateKind): string => `${NAMES[kind][0]?.toUpperCase()}${NAMES[kind].slice(1)}`

export const createTemplate = <K extends TemplateKind>(kind: K, body: TemplateInput[K]): Promise<boolean> =>
  report(() => calls.createTemplate(kind, body), {
    done: () => ({ title: `${titled(kind)} created successfully` }),
    failed: (reason) => ({ title: `Failed to create ${NAMES[kind]}`, description: reason }),
  })

/** `version` is the template's version when the form was opened. */
export const changeTemplate = <K extends TemplateKind>(
  kind: K,
  template: { id: string; version: number },
  body: TemplateInput[K],
): Promise<boolean> =>
  report(() => calls.changeTemplate(kind, template, body), {
    done: () => ({ title: `${titled(kind)} updated successfully` }),
    failed: (reason) => ({
      title: kind === 'timeBlock' ? 'Failed to create/update time block template' : `Failed to update ${NAMES[kind]}`,
      description: reason,
    }),
  })

export const duplicateTemplate = ({ kind, template: { id: _, version: __, ...body } }: AnyTemplate): Promise<boolean> =>
  createTemplate(kind, { ...body, name: `${body.name.slice(0, 190)} (copy)` })

const restoreTemplate = ({ kind, template: { id, name } }: AnyTemplate): Promise<boolean> =>
  report(() => calls.restoreTemplate(kind, id), {
    done: () => ({ title: `${titled(kind)} restored`, description: name }),
    failed: (reason) => ({ title: `Failed to restore ${NAMES[kind]}`, description: reason }),
  })

export const deleteTemplate = (entry: AnyTemplate): Promise<boolean> =>
  report(() => calls.deleteTemplate(entry.kind, entry.template.id), {
    done: () => ({
      title: 'Template deleted successfully',
      description: entry.template.name,
      action: { label: 'Undo', onPress: () => void restoreTemplate(entry) },
    }),
    failed: (reason, error) => {
      calls.forgetMissing(entry.kind, error)
      return { title: 'Failed to delete template', description: reason }
    },
  })

/** Puts a daily template on file as an emergency plan that was checked today, or takes it off. */
export const keepEmergencyPlan = (entry: AnyTemplate, isOnFile: boolean): Promise<boolean> => {
  const { id, name } = entry.template
  return report(() => calls.keepEmergencyPlan(id, isOnFile), {
    done: () => ({
      title: isOnFile ? 'Emergency plan checked today' : 'No longer an emergency plan',
      description: isOnFile ? `“${name}” is on file. Your school sees that it’s ready, but not what it says.` : name,
    }),
    failed: (reason, error) => {
      calls.forgetMissing(entry.kind, error)
      return { title: 'Failed to update daily template', description: reason }
    },
  })
}

type Target = { calendar: CalendarRef; dates: readonly string[] } & ApplyOptions

/** Applies a daily or weekly template to days. The toast offers Undo. */
export const applyTemplate = (
  entry: Exclude<AnyTemplate, { kind: 'timeBlock' }>,
  { calendar, dates, ...options }: Target,
): Promise<boolean> =>
  report(() => write(calendar, { type: 'apply', kind: entry.kind, templateId: entry.template.id, dates, options }), {
    done: (applied) =>
      applied
        ? { title: 'Template applied successfully', description: reportOf(applied.days), action: undoAction(calendar, applied) }
        : NOTHING_CHANGED,
    failed: (reason, error) => {
      calls.forgetMissing(entry.kind, error)
      const isStale = error instanceof RefusedCall && error.code === 'stale'
      const description = isStale ? 'A day was changed in another window. Check it, then apply again.' : reason
      return { title: 'Failed to apply template', description }
    },
  })

/** Adds a time-block template to a day, next to the lessons already there. The toast offers Undo. */
export const applyBlockTemplate = (
  { title, description, startTime, endTime, hasAlert, alertMessage, classId }: TimeBlockTemplate,
  calendar: CalendarRef,
  date: string,
): Promise<boolean> => {
  const id = newBlockId(Date.now()).replace('block_', 'template-')
  const after = { id, title, description, startTime, endTime, hasAlert, alertMessage, order: 0, ...(classId && { classId }) }
  return report(() => write(calendar, { type: 'block', date, before: null, after }), {
    done: (saved) =>
      saved
        ? { title: 'Template applied successfully', description: formatDay(date, 'full'), action: undoAction(calendar, saved) }
        : NOTHING_CHANGED,
    failed: (reason) => ({ title: 'Failed to apply time block template', description: reason }),
  })
}

export const importFile = (content: TemplateFile, count: string): Promise<boolean> =>
  report(() => calls.importTemplates(content), {
    done: () => ({ title: 'Templates imported successfully', description: `${count} added to your templates.` }),
    failed: (reason) => ({ title: 'Failed to import templates', description: reason }),
  })
