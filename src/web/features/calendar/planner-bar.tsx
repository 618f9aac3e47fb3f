import { clsx } from 'clsx'
import { CalendarDays, Eye, EyeOff, Menu, Plus, Printer, Search } from 'lucide-react'
import { memo, Suspense } from 'react'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { inView, type PlannerAddress, readAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { isMac } from '#web/lib/platform.ts'
import { useIsDrawn } from '#web/lib/time/when-drawn.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { OutageLine } from './offline/outage-line.tsx'
import { PlannerHeading } from './planner-heading.tsx'
import { PlannerSteps } from './planner-steps.tsx'

const SaveIndicationPart = lazyPart(async () => (await import('./save-indication.tsx')).SaveIndication)

const CALENDAR = <CalendarDays className="size-[17px]" />
const SHOW = <Eye className="size-[17px]" />
const HIDE = <EyeOff className="size-[17px]" />
const TOOLS = <Menu className="size-[17px]" />
const SEARCH = <Search className="size-4 shrink-0" />
const PRINT = <Printer className="size-[17px]" />
const PLUS = <Plus className="size-4" />
const VIEWS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const
/** A class is reached from its lessons, so the switch only names it while it is shown. */
const WITH_CLASS = [...VIEWS, { value: 'class', label: 'Class' }] as const

type ViewChoiceProps = { view: PlannerAddress['view']; today: string; className?: string }

export const ViewChoice = memo(({ view, today, className = '' }: ViewChoiceProps) => (
  <Segmented
    label="View"
    value={view}
    options={view === 'class' ? WITH_CLASS : VIEWS}
    className={className}
    onChange={(chosen) => chosen !== 'class' && goTo(today, (now) => inView(now, chosen, today))}
  />
))

export const TodayButton = ({ today, className }: { today: string; className?: string }) => (
  <Button
    size="sm"
    data-tutorial="steps"
    className={className}
    onClick={() => goTo(today, (now) => ({ ...now, date: readAddress('', today).date }))}
  >
    Today
  </Button>
)

type DetailsButtonProps = { areShown: boolean; className?: string; onChange: (areShown: boolean) => void }

export const DetailsButton = ({ areShown, className, onChange }: DetailsButtonProps) => (
  <Button
    variant="ghost"
    size="sm"
    icon={areShown ? HIDE : SHOW}
    data-tip={areShown ? 'Hide Details' : 'Show Details'}
    className={clsx('@max-[1240px]:w-[34px] @max-[1240px]:px-0!', className)}
    onClick={() => onChange(!areShown)}
  >
    <span className="@max-[1240px]:sr-only">{areShown ? 'Hide Details' : 'Show Details'}</span>
  </Button>
)

/** Looks like a text field. The search replaces it with one, and with the list below it. On a narrow bar, it's only an icon. */
const SearchButton = memo(() => (
  <div data-search-place="" className="phone:short:hidden">
    <button
      type="button"
      aria-label="Search"
      aria-haspopup="listbox"
      aria-keyshortcuts="Control+K Meta+K /"
      data-tip={`Search (${keyName('Mod+k', isMac)})`}
      className="flex h-[34px] w-auto min-w-[150px] items-center gap-2 rounded-control border border-line-control bg-surface pr-1.5 pl-2.5 text-label font-medium text-ink-soft shadow-card transition-[border-color] duration-150 hover:border-line-strong @max-[1000px]:min-w-[104px] @max-[860px]:w-[34px] @max-[860px]:min-w-0 @max-[860px]:justify-center @max-[860px]:px-0 small:size-11"
      onClick={() => runCommand('palette')}
    >
      {SEARCH}
      <span className="flex-1 text-left @max-[860px]:hidden">Search</span>
      <span className="flex @max-[1000px]:hidden">
        <Keys name={keyName('Mod+k', isMac)} />
      </span>
    </button>
  </div>
))

/** The save status. Fills the bar's remaining space regardless of the text's length, so that adjacent controls don't move. */
const SaveRoom = memo(() => (
  <div className="flex min-w-0 flex-1 items-center justify-end gap-1 text-label text-ink-soft tabular">
    {useIsDrawn() && (
      <Suspense>
        <SaveIndicationPart />
      </Suspense>
    )}
  </div>
))

type PlannerBarProps = {
  view: PlannerAddress['view']
  today: string
  areDetailsShown: boolean
  onDetails: (areShown: boolean) => void
  /** Opens the calendar sidebar as a drawer on screens without room for it. */
  onCalendar: () => void
  onTools: () => void
  /** Opens the dialog for a new time block. Undefined if the user can't add lessons. */
  onAdd: (() => void) | undefined
  /** Called when that dialog is likely to open soon. */
  onApproach: () => void
  /** False if something else on the page is the main action, such as filling an empty day. */
  isAddMain: boolean
  /** True if the links between a school administrator's places are above the bar. */
  hasPlaces: boolean
}

/** The planner's bar: a single row that never wraps. Controls that don't fit are in the tools sheet and, on phones, in the bottom bar. */
export const PlannerBar = (props: PlannerBarProps) => {
  const { view, today, areDetailsShown, onDetails, onCalendar, onTools, onAdd, onApproach, isAddMain, hasPlaces } = props
  return (
    <div
      className={clsx(
        'planner-bar group/bar @container bg-paper pl-5 small:pl-4 wide:pr-5 narrow:pr-[72px] phone:short:pr-1',
        // Leaves room for the account menu, which a viewed schedule's banner and a school's places have beside them instead.
        'in-data-[viewing]:narrow:not-short:pr-4!',
        hasPlaces && 'narrow:not-short:pr-4!',
      )}
    >
      <div className="flex h-14 items-center gap-2 phone:short:h-12 phone:short:gap-0">
        <Button
          size="sm"
          icon={CALENDAR}
          aria-haspopup="dialog"
          data-opens="month"
          className="phone:hidden wide:hidden"
          onClick={onCalendar}
        >
          Month
        </Button>
        <PlannerSteps view={view} today={today} />
        <TodayButton today={today} className="phone:hidden small:short:hidden" />
        <PlannerHeading today={today} onCalendar={onCalendar} />
        <SaveRoom />
        {(view === 'week' || view === 'day') && (
          <>
            <DetailsButton areShown={areDetailsShown} className="narrow:@max-[1040px]:hidden" onChange={onDetails} />
            <div className="flex shrink-0 narrow:@max-[1040px]:hidden">
              <PlannerOutlet name="Bar" today={today} view={view} />
            </div>
          </>
        )}
        {(view === 'month' || view === 'class') && (
          <IconButton
            className="@max-[820px]:hidden"
            variant="ghost"
            label={view === 'month' ? 'Print month…' : 'Print class…'}
            onClick={() => runCommand('print-dates')}
          >
            {PRINT}
          </IconButton>
        )}
        <ViewChoice view={view} today={today} className="shrink-0 phone:hidden small:short:hidden" />
        <SearchButton />
        {onAdd && (
          <Button
            variant={isAddMain ? 'solid' : 'outline'}
            size="sm"
            icon={PLUS}
            aria-label="Add Time Block"
            className="small:w-11 small:px-0! small:not-short:hidden phone:hidden"
            onPointerEnter={onApproach}
            onFocus={onApproach}
            onClick={onAdd}
          >
            <span className="small:hidden">Add</span>
          </Button>
        )}
        <Button size="sm" icon={TOOLS} aria-haspopup="dialog" data-opens="tools" className="phone:hidden wide:hidden" onClick={onTools}>
          Tools
        </Button>
      </div>
      <OutageLine />
    </div>
  )
}
