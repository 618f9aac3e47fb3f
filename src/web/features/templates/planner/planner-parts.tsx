import { LayoutTemplate } from 'lucide-react'
import { type ComponentProps, Suspense, useEffect } from 'react'
import { formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { useFollowingAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { openTemplateDialog, useTemplateDialogs } from '#web/features/templates/open-dialogs.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useToday } from '#web/lib/time/use-today.ts'
import { useWasIdle, whenIdle } from '#web/lib/time/when-idle.ts'
import { TemplatesButton } from './templates-button.tsx'

const DialogsPart = lazyPart(async () => (await import('./template-dialogs.tsx')).TemplateDialogs)
const TabPart = lazyPart(async () => (await import('./templates-tab.tsx')).TemplatesTab)
const RowsPart = lazyPart(async () => (await import('./templates-menu.tsx')).TemplateRows)
const BlockMenuPart = lazyPart(async () => (await import('./block-templates.tsx')).BlockMenu)
const EmptyWeekPart = lazyPart(async () => (await import('./empty-week.tsx')).EmptyWeek)
const BlockFootPart = lazyPart(async () => (await import('./block-templates.tsx')).BlockFoot)

const Dialogs = () => {
  const dialogs = useTemplateDialogs()
  const { date: shown } = useFollowingAddress(useToday(useUser().timezone))
  const { isViewed, mayAddLessons } = useCalendar()
  const repeat =
    (source: 'week' | 'day') =>
    (date = shown) =>
      openTemplateDialog({ is: 'repeat', source, date })
  const commands: Command[] = [
    ...(isViewed
      ? []
      : ([
          {
            id: 'manage-templates',
            label: 'Manage templates',
            group: 'Plan',
            words: 'manager bell schedule daily weekly time block',
            run: () => openTemplateDialog({ is: 'manager', tab: 'daily' }),
          },
        ] as const)),
    ...(mayAddLessons
      ? ([
          { id: 'repeat-week', label: 'Repeat this week…', group: 'Plan', key: 'r', words: 'until copy every weekly', run: repeat('week') },
          {
            id: 'fill-week',
            label: 'Fill from last year…',
            group: 'Plan',
            words: 'copy week previous plans bring back',
            run: (date = shown) => openTemplateDialog({ is: 'last-year', date }),
          },
          {
            id: 'repeat-day',
            label: `Repeat ${formatDay(shown, 'short')}…`,
            group: 'Plan',
            words: 'this day until copy every daily',
            run: repeat('day'),
          },
        ] as const)
      : []),
  ]
  useCommands(commands)
  useEffect(
    () =>
      whenIdle(() => {
        void DialogsPart.preload()
        void TabPart.preload()
        void RowsPart.preload()
        void BlockMenuPart.preload()
        void BlockFootPart.preload()
        void EmptyWeekPart.preload()
      }),
    [],
  )
  return (
    dialogs.length > 0 && (
      <Suspense>
        <DialogsPart dialogs={dialogs} />
      </Suspense>
    )
  )
}

type Outlet<Name extends 'BlockMenu' | 'BlockFoot'> = ComponentProps<NonNullable<PlannerParts[Name]>>

/** The planner parts that the templates feature provides. */
export const templateParts: PlannerParts = {
  Bar: TemplatesButton,
  DayMenu: ({ date }) => (
    <Suspense>
      <RowsPart kind="daily" date={date} />
    </Suspense>
  ),
  SidebarTab: {
    label: 'Templates',
    Icon: LayoutTemplate,
    Content: ({ today }) => (
      <Suspense>
        <TabPart today={today} />
      </Suspense>
    ),
  },
  AboveDays: () =>
    useWasIdle() && (
      <Suspense>
        <EmptyWeekPart />
      </Suspense>
    ),
  Dialogs,
  BlockMenu: (props: Outlet<'BlockMenu'>) => (
    <Suspense>
      <BlockMenuPart {...props} />
    </Suspense>
  ),
  BlockFoot: (props: Outlet<'BlockFoot'>) => (
    <Suspense>
      <BlockFootPart {...props} />
    </Suspense>
  ),
}
