import type { OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import { laterLessons } from '#shared/timetables/later/contract.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(laterLessons)

type LaterChange = { date: string; version: number; block: TimeBlock; until: string; operationId: string }

/** Saves a lesson, and gives its new title and times to the later ones like it. Throws {@link RefusedCall}. */
export const changeLaterLessons = (body: LaterChange): Promise<OperationResult> => api.changeLaterLessons({ body })
