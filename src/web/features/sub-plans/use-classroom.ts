import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Classroom } from '#shared/accounts/contract.ts'
import { classroomWith } from '#shared/sub-plans/rules.ts'
import { useUpdateUser } from '#web/features/people/changes/data.ts'
import { knownPerson, useUser } from '#web/features/people/data.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { watchSave } from '#web/lib/net/save-status.ts'
import { reasonOf } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { officeQuery } from './data.ts'

type Lines = Partial<Classroom>

const unsavedOf = (typed: Lines, own: Classroom): Lines =>
  Object.fromEntries(Object.entries(typed).filter(([name, text]) => text.trim() !== own[name as keyof Classroom]))

/** Returns why the server refused each line, by its name. */
const problemsOf = (error: unknown): Lines => {
  const issues = (error instanceof RefusedCall && error.body?.issues) || []
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => (path.startsWith('classroom.') ? [[path.slice('classroom.'.length), message]] : [])),
  )
}

/**
 * Returns the lines about the teacher's classroom with those of the school, and what is typed into them. `save` returns false if a line
 * wasn't saved. `problems` then says why the server refused it.
 */
export const useClassroom = () => {
  const own = useUser().classroom
  const { data: school = null } = useQuery(officeQuery)
  const [ownAtOpen] = useState(own)
  const [typed, setTyped] = useState<Lines>({})
  const [problems, setProblems] = useState<Lines>({})
  const latest = useRef(typed)
  const update = useUpdateUser()
  const type = (change: Lines) => {
    latest.current = { ...latest.current, ...change }
    setTyped(latest.current)
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in change))))
  }
  const saveNow = async (): Promise<boolean> => {
    const lines = unsavedOf(latest.current, knownPerson()?.classroom ?? own)
    if (Object.keys(lines).length === 0) return true
    try {
      await watchSave(() => update.mutateAsync({ classroom: lines }))
      setProblems({})
      return true
    } catch (error) {
      const found = problemsOf(error)
      setProblems(found)
      if (Object.keys(found).length === 0)
        showToast({ tone: 'destructive', title: 'Failed to save your classroom', description: reasonOf(error) })
      return false
    }
  }
  // A line that is being saved counts as saved until the server refuses it, so that the next save waits for the answer.
  const turn = useRef(Promise.resolve(true))
  const save = (): Promise<boolean> => {
    turn.current = turn.current.then(saveNow)
    return turn.current
  }
  return {
    school,
    classroom: classroomWith({ ...own, ...typed }, school),
    atOpen: classroomWith(ownAtOpen, school),
    typed,
    type,
    unsaved: unsavedOf(typed, own),
    problems,
    save,
    isBusy: update.isPending,
  }
}
