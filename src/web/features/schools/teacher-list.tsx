import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Teacher } from '#shared/schools/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { useGrowingList } from '#web/lib/use-growing-list.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { foundTeachers } from './calendar-choices.ts'
import { removeTeacher, setAdministrator, teachersQuery } from './data.ts'
import { TeacherRow } from './teacher-row.tsx'

type TeacherQuestion = { what: 'rights' | 'remove'; teacher: Teacher }

const questionOf = ({ what, teacher }: TeacherQuestion) => {
  const name = nameOf(teacher)
  if (what === 'remove')
    return {
      title: `Remove ${name} from the school?`,
      description:
        'You won’t see their schedule anymore, and the school’s days off and notes will be removed from it. They keep their own planner.',
      confirmLabel: 'Remove',
      destructive: true,
    }
  return teacher.isAdministrator
    ? {
        title: `Remove ${name} as administrator?`,
        description: `${name} stays a teacher at your school but can’t view other schedules anymore.`,
        confirmLabel: 'Remove as administrator',
        destructive: true,
      }
    : {
        title: `Make ${name} an administrator?`,
        description:
          'Administrators can view every teacher’s schedule, invite or remove teachers, and change the school’s days off and notes.',
        confirmLabel: 'Make administrator',
      }
}

/** Lists the teachers who joined the school. */
export const TeacherList = ({ onView }: { onView: (userId: string) => void }) => {
  const { id: ownId } = useUser()
  const { data, error, isFetching, refetch } = useQuery(teachersQuery)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<TeacherQuestion>()
  const found = foundTeachers(data ?? [], typed)
  const { shown, end } = useGrowingList(found)

  const confirm = ({ what, teacher: { id, isAdministrator, ...person } }: TeacherQuestion) => {
    setAsked(undefined)
    const name = nameOf(person)
    if (what === 'remove')
      void report(() => removeTeacher(id), {
        done: () => ({ title: 'Teacher removed', description: name }),
        failed: (reason) => ({ title: 'Failed to remove the teacher', description: reason }),
      })
    else
      void report(() => setAdministrator(id, !isAdministrator, id === ownId), {
        done: () => ({ title: isAdministrator ? `${name} is no longer an administrator` : `${name} is now an administrator` }),
        failed: (reason) => ({ title: 'Failed to update administrators', description: reason }),
      })
  }
  if (!data && error)
    return <ErrorState title="Couldn’t load Our Teachers" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  return (
    <>
      <TextInput
        type="search"
        aria-label="Find a teacher"
        placeholder="Find a teacher by name or email"
        className="mt-3.5"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul aria-label="Our Teachers" className="divide-y divide-line">
        {shown.map((teacher) => (
          <TeacherRow
            key={teacher.id}
            teacher={teacher}
            isSelf={teacher.id === ownId}
            onView={() => onView(teacher.id)}
            onRights={() => setAsked({ what: 'rights', teacher })}
            onRemove={() => setAsked({ what: 'remove', teacher })}
          />
        ))}
      </ul>
      <div ref={end} />
      {data.length === 1 && <p className="py-4 text-center text-ink-soft">No other teachers yet. Invite the first one.</p>}
      {found.length === 0 && <p className="py-8 text-center text-ink-soft">No teachers found.</p>}
      {asked && <ConfirmDialog open {...questionOf(asked)} onConfirm={() => confirm(asked)} onCancel={() => setAsked(undefined)} />}
    </>
  )
}
