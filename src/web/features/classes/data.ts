/** The classes of the signed-in user's own calendar. They are changed in changes/data.ts. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { classes, type SchoolClass } from '#shared/classes/contract.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(classes)

const NONE: readonly SchoolClass[] = []
export const classesQuery = queryOptions({ queryKey: ['classes'], queryFn: () => api.classes() })

/** Returns the user's classes in the user's order. Empty while they load. */
export const useClasses = (): readonly SchoolClass[] => useQuery(classesQuery).data ?? NONE

/** Returns the user's classes if they are loaded, otherwise an empty list. */
export const knownClasses = (): readonly SchoolClass[] => queryClient.getQueryData(classesQuery.queryKey) ?? NONE

/** What a calendar has besides its days. Other features load timetables, unplaced lessons and closures under these keys. */
export const UNPLACED_KEY = ['unplaced'] as const
/** The list of the latest changes, which any of them changes. */
export const OPERATIONS_KEY = ['operations'] as const
export const CLOSURES_KEY = 'closures'
