import { useQuery } from '@tanstack/react-query'
import { CalendarDays, School, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { invitationsQuery, teachersQuery } from './data.ts'

/** An administrator's places: the school's year, its teachers, and the administrator's own schedule. */
export type Place = 'school' | 'teachers' | 'mine'

const icon = (Icon: typeof School) => <Icon aria-hidden="true" className="size-[18px] shrink-0" />

export const PLACES = [
  { place: 'school', calendar: '', label: 'SCHOOL WIDE', icon: icon(School) },
  { place: 'teachers', calendar: 'teachers', label: 'Our Teachers', icon: icon(Users) },
  { place: 'mine', calendar: 'mine', label: 'My Schedule', icon: icon(CalendarDays) },
] as const satisfies readonly { place: Place; calendar: CalendarName; label: string; icon: ReactNode }[]

/** Returns how many teachers have joined, and how many invitations are pending. Undefined while loading. */
export const useTeacherCounts = (): { joined: number; pending: number } | undefined => {
  const { data: teachers } = useQuery(teachersQuery)
  const { data: invitations } = useQuery(invitationsQuery)
  if (!teachers || !invitations) return undefined
  return { joined: teachers.length, pending: invitations.filter(({ status }) => status === 'waiting').length }
}

/** Returns a line about each place. */
export const usePlaceWords = (): Record<Place, string> => {
  const counts = useTeacherCounts()
  return {
    school: 'Days everyone sees',
    teachers: counts ? `${counts.joined} joined${counts.pending > 0 ? `, ${counts.pending} pending` : ''}` : '\u00a0',
    mine: 'Your own lessons',
  }
}
