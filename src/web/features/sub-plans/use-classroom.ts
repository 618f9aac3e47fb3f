import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Classroom } from '#shared/accounts/contract.ts'
import { classroomWith } from '#shared/sub-plans/rules.ts'
import { useUpdateUser, useUser } from '#web/features/people/data.ts'
import { watchSave } from '#web/lib/net/save-status.ts'
import { reasonOf } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { officeQuery } from './data.ts'

/**
 * Returns the lines about the teacher's classroom with those of the school, and what is typed into them. `save` returns false if the server
 * refused a line.
 */
export const useClassroom = () => {
  const own = useUser().classroom
  const { data: school = null } = useQuery(officeQuery)
  const [ownAtOpen] = useState(own)
  const [typed, setTyped] = useState<Partial<Classroom>>({})
  const update = useUpdateUser()
  const unsaved = Object.fromEntries(
    Object.entries(typed).filter(([name, text]) => text.trim() !== own[name as keyof Classroom]),
  ) as Partial<Classroom>
  const save = async (): Promise<boolean> => {
    if (Object.keys(unsaved).length === 0) return true
    try {
      await watchSave(() => update.mutateAsync({ classroom: unsaved }))
      return true
    } catch (error) {
      showToast({ tone: 'destructive', title: 'Failed to save your classroom', description: reasonOf(error) })
      return false
    }
  }
  return {
    school,
    classroom: classroomWith({ ...own, ...typed }, school),
    atOpen: classroomWith(ownAtOpen, school),
    typed,
    type: (change: Partial<Classroom>) => setTyped((now) => ({ ...now, ...change })),
    unsaved,
    save,
    isBusy: update.isPending,
  }
}
