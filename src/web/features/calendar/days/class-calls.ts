/** Reads the lessons of one class. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { classLessons } from '#shared/classes/lessons/contract.ts'
import { client } from '#web/lib/net/api.ts'
import type { CalendarId } from './calendar-ref.ts'
import { classWith, type SavedClass } from './of-class/class-days.ts'
import { usePendingEdits } from './pending.ts'
import { classKey } from './queries.ts'

const api = client(classLessons)

type Asked = { classId: string; from: string; to: string }

const classQuery = (calendar: CalendarId, { classId, from, to }: Asked) =>
  queryOptions({
    queryKey: [...classKey(calendar), `${from} ${to}`, classId],
    queryFn: async (): Promise<SavedClass> => ({
      ...(await api.classLessons({ params: { id: classId }, query: { from, to } })),
      classId,
      from,
      to,
    }),
    structuralSharing: false,
  })

/** Returns the lessons of a class of the user's own calendar in a range of dates, with pending edits. */
export const useClassLessons = (calendar: CalendarId, asked: Asked) => {
  const { data: saved, error, isFetching, refetch } = useQuery(classQuery(calendar, asked))
  const edits = usePendingEdits(calendar.id)
  return { data: saved && classWith(saved, edits), error, isFetching, refetch }
}
