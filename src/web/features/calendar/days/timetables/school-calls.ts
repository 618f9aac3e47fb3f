/** Reads the year of the user's school, and what the school changed that the user hasn't answered. */
import { queryOptions } from '@tanstack/react-query'
import type { OperationResult } from '#shared/calendar/contract.ts'
import { type SchoolYear, schoolYears } from '#shared/timetables/school/contract.ts'
import type { SchoolCall } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { timetablesQuery } from './cycle-calls.ts'

const api = client(schoolYears)
// Timetables are refetched after each change of them, and these with them.
const SCHOOL_KEY = [...timetablesQuery.queryKey, 'school']

/** The user's school and its year, null if there is none. */
export type SchoolOfTeacher = { schoolName: string | null; year: SchoolYear | null }

/** Loads the year of the user's school, with the school's name. */
export const schoolYearQuery = queryOptions({ queryKey: [...SCHOOL_KEY, 'year'], queryFn: () => api.schoolYear() })
/** Loads what the school changed that the user hasn't answered. */
export const schoolChangeQuery = queryOptions({
  queryKey: [...SCHOOL_KEY, 'change'],
  queryFn: async () => (await api.schoolChange()).change,
})

/** Refetches both, after the school's calendar has changed. */
export const reloadSchoolYear = (): void => void queryClient.invalidateQueries({ queryKey: SCHOOL_KEY })

export const sendToSchool = (call: SchoolCall, operationId: string): Promise<OperationResult> =>
  call.is === 'answer'
    ? api.answerSchoolChange({ params: { id: call.id }, body: { key: call.key, answer: call.answer, operationId } })
    : api.putSchoolYear({ body: { ...call.year, operationId } })
