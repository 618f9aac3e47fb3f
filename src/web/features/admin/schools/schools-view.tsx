import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Plus, School } from 'lucide-react'
import { useState } from 'react'
import { type ListedSchool, SCHOOLS_AT_MOST } from '#shared/admin/schools/contract.ts'
import { zoneWords } from '#shared/dates.ts'
import { useSettled } from '#web/features/search/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextInput } from '#web/ui/field.tsx'
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
          {peopleOf(school)} · {zoneWords(school.timezone)}
        </span>
      </span>
      {MORE}
    </button>
  </li>
)

/** The searchable list of all schools. */
export const SchoolsView = () => {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<string>()
  const text = useSettled(typed.trim())
  const { data, error, isFetching, refetch } = useQuery(schoolsQuery(text))
  return (
    <>
      <div className="flex gap-2 border-b border-line p-3">
        <TextInput
          type="search"
          aria-label="Find a school"
          placeholder="Find a school"
          maxLength={100}
          className="min-w-0 flex-1"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button icon={<Plus className="size-4" />} onClick={() => setOpen('new')}>
          New school
        </Button>
      </div>
      {error && <ErrorState title="Couldn’t load schools" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className="px-3 pb-3">
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
      {data?.length === SCHOOLS_AT_MOST && (
        <p className="border-t border-line px-4 py-2.5 text-label text-ink-soft">
          Showing the first {SCHOOLS_AT_MOST}. Type a name to find others.
        </p>
      )}
      {open === 'new' && <NewSchoolDialog onClose={() => setOpen(undefined)} />}
      {open !== undefined && open !== 'new' && <SchoolDialog schoolId={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
