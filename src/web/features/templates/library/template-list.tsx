import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, Plus, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useUser } from '#web/features/people/data.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import type { AnyTemplate, TemplateKind } from '#web/features/templates/template-kinds.ts'
import { isFound } from '#web/features/templates/template-summary.ts'
import { counted } from '#web/lib/counted.ts'
import { useGrowingList } from '#web/lib/use-growing-list.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { TemplateRow } from './template-row.tsx'

const PLUS = <Plus className="size-4" />
/** Minimum number of templates for which the list shows a search box. */
const MANY = 6
const NONE: readonly AnyTemplate[] = []
const ABOUT: Record<TemplateKind, string> = {
  timeBlock: 'A lesson you teach often, ready to drop on any day.',
  daily: 'A day’s bell schedule, set up once. Already planned a good day? Save it from the planner’s Templates menu.',
  weekly: 'A full week, Monday through Friday, set up once. Already planned a good week? Save it from the planner’s Templates menu.',
}

type TemplateListProps = {
  kind: TemplateKind
  onApply: (entry: AnyTemplate) => void
  onEdit: (entry: AnyTemplate) => void
  onCreate: () => void
}

/** Lists the templates of one kind and filters them by name or lesson title. */
export const TemplateList = ({ kind, onApply, onEdit, onCreate }: TemplateListProps) => {
  const { timeFormat } = useUser().preferences
  const { mayEdit } = useOwnCalendar()
  const { mayAddLessons } = useCalendar()
  const { data, error, isFetching, refetch } = useQuery({ ...templatesQuery(kind), refetchOnMount: 'always' })
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const all = useMemo(() => data?.map((template) => ({ kind, template }) as AnyTemplate), [data, kind])
  const found = useMemo(() => all?.filter((entry) => isFound(entry, wanted)), [all, wanted])
  const { shown, end } = useGrowingList(found ?? NONE)

  const newButton = mayEdit && (
    <Button variant="solid" icon={PLUS} onClick={onCreate}>
      New template
    </Button>
  )
  if (!found && error)
    return <ErrorState title="Couldn’t load your templates" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
  if (!all || !found) return <LoadingRows label="Loading your templates..." />
  if (all.length === 0)
    return (
      <EmptyState
        icon={<LayoutTemplate className="size-7" />}
        title="No templates found - create one first!"
        description={ABOUT[kind]}
        action={newButton}
      />
    )
  return (
    <>
      <div className="sticky -top-0.5 z-10 flex flex-wrap items-center gap-2 bg-surface py-3">
        {all.length >= MANY || search !== '' ? (
          <div className="relative min-w-48 flex-1 max-sm:basis-full">
            <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft" />
            <TextInput
              type="search"
              aria-label="Search templates"
              placeholder="Search names and titles"
              className="pl-9"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
        ) : (
          <p className="flex-1 text-label text-ink-soft">{counted(all.length, 'template')}</p>
        )}
        {newButton}
      </div>
      <p role="status" className="sr-only">{`${found.length} of ${all.length} templates`}</p>
      {found.length === 0 && <p className="py-8 text-center text-ink-soft">No templates match “{wanted.trim()}”.</p>}
      <ul aria-label="Templates" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {shown.map((entry) => (
          <TemplateRow
            key={entry.template.id}
            entry={entry}
            timeFormat={timeFormat}
            mayEdit={mayEdit}
            mayApply={mayAddLessons}
            onApply={onApply}
            onEdit={onEdit}
          />
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}
