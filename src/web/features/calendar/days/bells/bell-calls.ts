/** Reads and creates bell schedules, and shortens days with them. Loads with the dialog. */
import { queryOptions } from '@tanstack/react-query'
import type { OperationResult } from '#shared/calendar/contract.ts'
import { type NamedTimes, shortDays } from '#shared/moves/short-days/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(shortDays)

/** Loads the user's bell schedules and those of the user's school. */
export const bellSchedulesQuery = queryOptions({ queryKey: ['bell-schedules'], queryFn: () => api.bellSchedules(), gcTime: 0 })

const reload = () => queryClient.invalidateQueries({ queryKey: bellSchedulesQuery.queryKey })

/** Saves times under a name. Throws {@link RefusedCall}. */
export const createBellSchedule = async (body: Pick<NamedTimes, 'name' | 'rows'> & { id: string }): Promise<NamedTimes> => {
  const created = await api.createBellSchedule({ body })
  await reload()
  return created
}

/** Deletes a bell schedule. Throws {@link RefusedCall}. */
export const deleteBellSchedule = async (id: string): Promise<void> => {
  await api.deleteBellSchedule({ params: { id } })
  await reload()
}

export const sendShortDay = (edit: Extract<PendingEdit, { type: 'short-day' | 'usual-times' }>): Promise<OperationResult> =>
  edit.type === 'short-day'
    ? api.shorten({ body: { ...edit.body, operationId: edit.id } })
    : api.restoreTimes({ params: { date: edit.date }, query: { operationId: edit.id } })
