import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Teacher } from '#shared/schools/contract.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { foundTeachers } from '#web/features/schools/calendar-choices.ts'
import { removeTeacher, setAdministrator, teachersQuery } from '#web/features/schools/data.ts'
import { TeacherPlanDialog } from '#web/features/sub-plans/teacher-plan-dialog.tsx'
import { useGrowingList } from '#web/lib/use-growing-list.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'
import { LoadingRows } from '#web/ui/skeleton.tsx'
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

const ask = ({ what, teacher: { id, isAdministrator, ...person } }: TeacherQuestion, ownId: string): Promise<boolean> => {
  const name = nameOf(person)
  if (what === 'remove')
    return report(() => removeTeacher(id), {
      done: () => ({ title: 'Teacher removed', description: name }),
      failed: (reason) => ({ title: 'Failed to remove the teacher', description: reason }),
    })
  return report(() => setAdministrator(id, !isAdministrator, id === ownId), {
    done: () => ({ title: isAdministrator ? `${name} is no longer an administrator` : `${name} is now an administrator` }),
    failed: (reason) => ({ title: 'Failed to update administrators', description: reason }),
  })
}

type Filter = 'all' | 'administrators' | 'unconfirmed'
const PASSES: Record<Filter, (teacher: Teacher) => boolean> = {
  all: () => true,
  administrators: ({ isAdministrator }) => isAdministrator,
  unconfirmed: ({ isAddressConfirmed }) => !isAddressConfirmed,
}

type FiltersProps = { teachers: readonly Teacher[]; value: Filter; onChange: (filter: Filter) => void }

/** Shows all teachers, the administrators, or those whose address isn't confirmed. */
const Filters = ({ teachers, value, onChange }: FiltersProps) => {
  const { data: settings } = useSettings()
  const count = (filter: Filter) => teachers.filter(PASSES[filter]).length
  const filters: [Filter, string][] = [
    ['all', 'All'],
    ['administrators', 'Administrators'],
    // Without email, no one can confirm an address.
    ...(settings?.mail && count('unconfirmed') > 0 ? [['unconfirmed', 'Not confirmed'] satisfies [Filter, string]] : []),
  ]
  return (
    <div role="radiogroup" aria-label="Show" className="flex flex-wrap gap-1.5">
      {filters.map(([filter, label]) => (
        <label key={filter} className="school-pill">
          <input
            type="radio"
            name="teacher-filter"
            checked={value === filter}
            onChange={() => onChange(filter)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
          />
          {label} <span className="tabular">{count(filter)}</span>
        </label>
      ))}
    </div>
  )
}

/** Lists the teachers who joined the school. */
export const TeacherList = ({ onView }: { onView: (userId: string) => void }) => {
  const { id: ownId } = useUser()
  const { data, error, isFetching, refetch } = useQuery(teachersQuery)
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [asked, setAsked] = useState<TeacherQuestion>()
  const [planned, setPlanned] = useState<string>()
  const found = foundTeachers((data ?? []).filter(PASSES[filter]), typed)
  const { shown, end } = useGrowingList(found)

  if (!data && error)
    return <ErrorState title="Couldn’t load Our Teachers" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  return (
    <>
      <div className="teacher-filters">
        <div className="teacher-search">
          <Search aria-hidden="true" className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft" />
          <TextInput
            type="search"
            aria-label="Find a teacher"
            placeholder="Find by name or email"
            className="bg-surface! pl-9!"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Filters teachers={data} value={filter} onChange={setFilter} />
      </div>
      <div className="teacher-table">
        <div aria-hidden="true" className="teacher-row teacher-columns">
          <span className="teacher-name-column">Name</span>
          <span>Role</span>
          <span>Joined</span>
        </div>
        <ul aria-label="Our Teachers">
          {shown.map((teacher) => (
            <TeacherRow
              key={teacher.id}
              teacher={teacher}
              isSelf={teacher.id === ownId}
              onView={() => onView(teacher.id)}
              onPlan={() => setPlanned(teacher.id)}
              onRights={() => setAsked({ what: 'rights', teacher })}
              onRemove={() => setAsked({ what: 'remove', teacher })}
            />
          ))}
        </ul>
        <div ref={end} />
        {data.length === 1 && <p className="p-6 text-center text-ink-soft">No other teachers yet. Invite the first one.</p>}
        {found.length === 0 && <p className="p-6 text-center text-ink-soft">No teachers found.</p>}
        {found.length > 0 && found.length < data.length && <p className="teacher-foot">{`${found.length} of ${data.length} teachers`}</p>}
      </div>
      {planned !== undefined && <TeacherPlanDialog teacherId={planned} onClose={() => setPlanned(undefined)} />}
      {asked && (
        <ConfirmDialog
          open
          {...questionOf(asked)}
          onConfirm={() => {
            setAsked(undefined)
            void ask(asked, ownId)
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
