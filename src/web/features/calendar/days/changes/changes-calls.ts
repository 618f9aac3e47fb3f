/** Reads the latest changes of the signed-in user's own calendar. Loaded with their list, not with the planner. */
import { queryOptions } from '@tanstack/react-query'
import { operations } from '#shared/calendar/operations/contract.ts'
import { OPERATIONS_KEY } from '#web/features/classes/data.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(operations)

/** The query for the latest changes, newest first. Fetched each time the list opens, and after each change. */
export const operationsQuery = queryOptions({ queryKey: OPERATIONS_KEY, queryFn: () => api.operations(), gcTime: 0 })
