/** Applies templates to days. Loads with the dialogs, not with the planner. */

import { mondayOf } from '#shared/dates.ts'
import { type Applied, templateUse } from '#shared/templates/apply/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(templateUse)

/**
 * Applies a daily template to its date, or a weekly template to its week from the first of its dates on. `versions` contains the versions of
 * known days, by date.
 */
export const sendApply = (
  { id, kind, templateId, dates, options }: Extract<PendingEdit, { type: 'apply' }>,
  versions: Record<string, number>,
): Promise<Applied> => {
  const body = { versions, operationId: id, ...options }
  const [date = ''] = dates
  const params = { id: templateId }
  return kind === 'daily'
    ? api.applyDailyTemplate({ params, body: { date, ...body } })
    : api.applyWeeklyTemplate({ params, body: { weekStartDate: mondayOf(date), from: date, ...body } })
}
