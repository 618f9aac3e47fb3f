import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Plus, School } from 'lucide-react'
import { useState } from 'react'
import { type ListedSchool, SCHOOLS_AT_MOST } from '#shared/admin/schools/contract.ts'
import { zoneWords } from '#shared/dates.ts'
import { useSettled } from '#web/features/search/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { schoolsQuery } from './data.ts'
import { NewSchoolDialog } from './new-school-dialog.tsx'
import { SchoolDialog } from './school-dialog.tsx'
import { peopleOf } from './school-words.ts'

const SCHOOL = <School className="size-[18px]" />
const MORE = <ChevronRight className="size-4 shrink-0 text-ink-soft" />

const Row = ({ school, onOpen }: { school: ListedSchool; onOpen: () => void }) => (
  <li>
    <button type="button" onClick={onOpen} className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunken">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">{SCHOOL}</span>
      <span className="min-w-0 flex-1">
        <strong className="block font-semibold wrap-anywhere">{school.name}</strong>
        <span className="block text-caption text-ink-soft">
          {peopleOf(school)}
          <span className="phone:block">
            <span className="phone:hidden"> · </span>
            {zoneWords(school.timezone)}
          </span>
        </span>
      </span>
      {MORE}
    </button>
  </li>
)

/** The button that creates a school. */
export const NewSchool = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" className="h-10" icon={<Plus className="size-4" />} onClick={() => setIsOpen(true)}>
        New school
      </Button>
      {isOpen && <NewSchoolDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const countOf = (count: number): string => {
  if (count === SCHOOLS_AT_MOST) return `Showing the first ${SCHOOLS_AT_MOST}. Type a name to find others.`
  return `${count} ${count === 1 ? 'school' : 'schools'}`
}

/** The schools whose name contains the typed text. */
export const SchoolsView = ({ typed }: { typed: string }) => {
  const [open, setOpen] = useState<string>()
  const text = useSettled(typed.trim())
  const { data, error, isFetching, refetch } = useQuery(schoolsQuery(text))
  return (
    <>
      {error && <ErrorState title="Couldn’t load schools" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className="p-3">
          <LoadingRows label="Loading schools..." />
        </div>
      )}
      <ul aria-label="Schools" className="divide-y divide-line">
        {data?.map((school) => (
          <Row key={school.id} school={school} onOpen={() => setOpen(school.id)} />
        ))}
      </ul>
      {data?.length === 0 && (
        <EmptyState
          title={text === '' ? 'No schools yet' : `No school found matching "${text}"`}
          description="Each school has its own calendar, and administrators who invite its teachers."
        />
      )}
      {data && data.length > 0 && (
        <p role="status" className="border-t border-line px-4 py-2.5 text-label text-ink-soft tabular">
          {countOf(data.length)}
        </p>
      )}
      {open !== undefined && <SchoolDialog schoolId={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
