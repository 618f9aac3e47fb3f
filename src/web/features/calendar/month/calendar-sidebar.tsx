import { PanelLeftClose } from 'lucide-react'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { submitMark } from '#web/features/calendar/marks/mark-saves.ts'
import { type MarkKind, markText } from '#web/features/calendar/model/marks.ts'
import { schoolDayOfRow } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, useFollowingAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { flag, slot } from '#web/lib/storage.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { IconButton } from '#web/ui/button.tsx'
import { CalendarStrip } from './calendar-strip.tsx'
import { MonthPanel } from './month-panel.tsx'
import './month.css'

const DrawerPart = lazyPart(async () => (await import('#web/ui/drawer.tsx')).Drawer)
const MarkDialogPart = lazyPart(async () => (await import('#web/features/calendar/marks/mark-dialog.tsx')).MarkDialog)
const ManageDialogPart = lazyPart(async () => (await import('#web/features/calendar/marks/manage-dialog.tsx')).ManageDialog)

/** Whether the sidebar is collapsed on this device. Read by first-paint.js. */
const storedCollapse = slot('calendarSidebar', flag('collapsed'), 'device')

/** A dialog for one date, open or queued. If a save fails, its dialog reopens with the unsaved text. */
type OpenMark = { key: string; kind: MarkKind; date: string; seen: string | null; unsaved?: { text: string; reason: string } }

type CalendarSidebarProps = {
  preferences: Preferences
  today: string
  isReady: boolean
  /** Whether the drawer is open. Only used on screens without room for a sidebar. */
  isDrawerOpen: boolean
  onDrawer: (isOpen: boolean) => void
}

/** Returns the Up Next component once its code has loaded. Loading starts when the browser is idle. */
const useUpNext = () => {
  const [UpNext, setUpNext] = useState<ComponentType<{ today: string }>>()
  useEffect(
    () =>
      whenIdle(() => {
        import('#web/features/calendar/up-next.tsx').then(
          (part) => setUpNext(() => part.UpNext),
          // Probably offline. The week view still shows the next lessons.
          () => undefined,
        )
      }),
    [],
  )
  return UpNext
}

/** Returns `write`, which opens a dialog for a date's mark, and the dialog to render. */
const useMarkDialogs = () => {
  const calendar = useCalendar()
  const [marks, setMarks] = useState<readonly OpenMark[]>([])
  const [mark] = marks
  const write = (kind: MarkKind, date: string, seen: string | null) =>
    setMarks((now) => [{ key: `${kind} ${date} ${Date.now()}`, kind, date, seen }, ...now])
  const close = () => setMarks((now) => now.slice(1))
  const save = ({ kind, date, seen }: OpenMark, text: string) => {
    close()
    const reopen = (reason: string, seenNow: string | null) =>
      setMarks((now) => [...now, { key: `unsaved ${Date.now()}`, kind, date, seen: seenNow, unsaved: { text, reason } }])
    void submitMark(calendar, { from: date, to: date, kind, text, seen }, reopen)
  }
  const dialog = mark && (
    <MarkDialogPart
      key={mark.key}
      kind={mark.kind}
      date={mark.date}
      seen={mark.seen}
      unsaved={mark.unsaved}
      onSave={(text) => save(mark, text)}
      onClose={close}
    />
  )
  return { write, dialog }
}

type MarkActions = { write: (kind: MarkKind, date: string, seen: string | null) => void; manage: () => void }

const useMarkCommands = (today: string, { write, manage }: MarkActions) => {
  const calendar = useCalendar()
  const chosen = useFollowingAddress(today).date
  const markDay =
    (kind: MarkKind) =>
    (date = chosen) =>
      write(kind, date, markText(shownDay(calendar, date)?.own, kind))
  useCommands([
    ...(calendar.mayEdit
      ? ([
          {
            id: 'block-out',
            label: 'Block Out This Day',
            group: 'Plan',
            words: 'non-instructional day off holiday',
            run: markDay('block-out'),
          },
          { id: 'add-note', label: 'Add Note to This Day', group: 'Plan', words: 'write reminder', run: markDay('note') },
        ] as const)
      : []),
    ...(calendar.isViewed
      ? []
      : ([
          { id: 'manage-marks', label: 'Manage Blockouts and Notes', group: 'Plan', words: 'non-instructional holiday break', run: manage },
        ] as const)),
  ] satisfies Command[])
}

/** The month calendar beside the week, with the block-out and note dialogs. */
export const CalendarSidebar = ({ preferences, today, isReady, isDrawerOpen, onDrawer }: CalendarSidebarProps) => {
  const calendar = useCalendar()
  const isWide = useMedia(WIDE_SCREEN)
  const [isCollapsed, setIsCollapsed] = useState(storedCollapse.get)
  /** True after the first click, so that the button that replaces the clicked one also receives focus. */
  const [isPressed, setIsPressed] = useState(false)
  const [isManaging, setIsManaging] = useState(false)
  const { write, dialog } = useMarkDialogs()
  const UpNext = useUpNext()
  const manage = () => setIsManaging(true)
  useMarkCommands(today, { write, manage })

  const collapse = (next: boolean) => {
    storedCollapse.set(next)
    setIsCollapsed(next)
    setIsPressed(true)
  }
  const select = (date: string) => {
    onDrawer(false)
    goTo(today, (now) => ({ ...now, date: schoolDayOfRow(date, preferences.weekStartsOn) }))
  }

  const month = <MonthPanel preferences={preferences} today={today} isReady={isReady} onSelect={select} onWrite={write} onManage={manage} />
  return (
    <>
      {isWide && (
        <aside
          aria-label="Calendar"
          className="calendar-sidebar"
          data-collapsed={isCollapsed || undefined}
          data-compact={preferences.compactView || undefined}
        >
          {isCollapsed ? (
            <CalendarStrip
              today={today}
              takesFocus={isPressed}
              onExpand={() => collapse(false)}
              onManage={calendar.isViewed ? undefined : manage}
            />
          ) : (
            <>
              {month}
              {/* Up Next usually appears in the right sidebar. It's shown here only while that sidebar is collapsed to a strip. */}
              <div className="calendar-up-next">{UpNext && calendar.kind === 'own' && <UpNext today={today} />}</div>
              <IconButton
                variant="ghost"
                label="Collapse the calendar"
                aria-expanded={true}
                autoFocus={isPressed}
                onClick={() => collapse(true)}
              >
                <PanelLeftClose className="size-[17px]" />
              </IconButton>
            </>
          )}
        </aside>
      )}
      <Suspense>
        {!isWide && isDrawerOpen && (
          <DrawerPart title="Month" onClose={() => onDrawer(false)}>
            {month}
          </DrawerPart>
        )}
        {dialog}
        {isManaging && <ManageDialogPart today={today} onClose={() => setIsManaging(false)} />}
      </Suspense>
    </>
  )
}
