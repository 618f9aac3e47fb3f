import { useQuery } from '@tanstack/react-query'
import { ChevronRight, LibraryBig } from 'lucide-react'
import { useState } from 'react'
import { useCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { NO_TEMPLATES } from '#web/features/calendar/viewing/read-only.ts'
import { useUser } from '#web/features/people/data.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { openTemplateDialog } from '#web/features/templates/open-dialogs.ts'
import { SummaryLine } from '#web/features/templates/summary-line.tsx'
import type { AnyTemplate, TemplateKind } from '#web/features/templates/template-kinds.ts'
import { isFound } from '#web/features/templates/template-summary.ts'
import { TemplateSwatch } from '#web/features/templates/template-swatch.tsx'
import { useGrowingList } from '#web/lib/use-growing-list.ts'
import { Button } from '#web/ui/button.tsx'
import { useLeaveDrawer } from '#web/ui/drawer.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const KINDS = [
  { value: 'timeBlock', label: 'Blocks' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const
const CHEVRON = <ChevronRight className="size-4 shrink-0 text-ink-soft" />
/** Minimum number of templates for which the list shows a search box. */
const MANY = 6

/** The Templates tab of the planner's sidebar. */
export const TemplatesTab = ({ today }: { today: string }) =>
  useCalendar().isViewed ? <p className="py-3 text-ink-soft">{NO_TEMPLATES}</p> : <OwnTemplates today={today} />

/** Lists the teacher's templates. Clicking one opens the dialog that previews and applies it. */
const OwnTemplates = ({ today }: { today: string }) => {
  const { timeFormat } = useUser().preferences
  const { date } = usePlannerAddress(today)
  const { mayAddLessons } = useCalendar()
  const { mayEdit } = useOwnCalendar()
  const leave = useLeaveDrawer()
  const [kind, setKind] = useState<TemplateKind>('daily')
  const [search, setSearch] = useState('')
  const { data, error } = useQuery(templatesQuery(kind))
  const all = data?.map((template) => ({ kind, template }) as AnyTemplate)
  const found = all?.filter((entry) => isFound(entry, search)) ?? []
  const { shown, end } = useGrowingList(found)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
      <Segmented label="Template type" value={kind} options={KINDS} onChange={setKind} className="flex" />
      {all && (all.length >= MANY || search !== '') && (
        <TextInput
          type="search"
          aria-label="Search templates"
          placeholder="Search names and titles"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {!all && !error && <Skeleton className="h-24" />}
      {!all && error && <p role="alert">{error.message}</p>}
      {all?.length === 0 && (
        <div className="grid gap-1 py-2 text-ink-soft">
          <p>No templates found - create one first!</p>
          <p>Already planned a good day or week? Save it from the Templates menu above the planner.</p>
        </div>
      )}
      {all && all.length > 0 && found.length === 0 && <p className="py-2 text-ink-soft">No templates match “{search.trim()}”.</p>}
      <ul aria-label="Templates" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {shown.map((entry) => (
          <li key={entry.template.id} className="[contain-intrinsic-size:auto_54px] [content-visibility:auto]">
            <button
              type="button"
              className="group flex min-h-[54px] w-full items-center gap-2.5 rounded-control border border-line-control px-2.5 py-1.5 text-left transition-colors duration-150 hover:border-line-strong hover:bg-sunken"
              onClick={() => leave(() => openTemplateDialog(mayAddLessons ? { is: 'apply', entry, date } : { is: 'manager', tab: kind }))}
            >
              <TemplateSwatch entry={entry} />
              <span className="min-w-0 flex-1">
                <strong className="block truncate font-semibold">{entry.template.name}</strong>
                <span className="line-clamp-2 text-small text-ink-soft tabular">
                  <SummaryLine entry={entry} timeFormat={timeFormat} />
                </span>
              </span>
              {mayAddLessons ? <span className="text-label font-semibold text-brand">Apply</span> : CHEVRON}
            </button>
          </li>
        ))}
      </ul>
      <div ref={end} />
      <Button
        variant="ghost"
        icon={<LibraryBig className="size-4" />}
        onClick={() => leave(() => openTemplateDialog({ is: 'manager', tab: kind }))}
      >
        {mayEdit ? 'Manage templates…' : 'View templates…'}
      </Button>
    </div>
  )
}
