import { Suspense, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { ChangesCommand } from '#web/features/calendar/changes/changes-command.tsx'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { DayHistory } from '#web/features/calendar/history/day-history.tsx'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { PlannerCommands } from '#web/features/calendar/navigation/planner-commands.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import type { PlannerAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { type OpenDialog, PlannerDialogs } from '#web/features/calendar/time-block/planner-dialogs.tsx'
import { isFromDevice } from '#web/lib/device/kept.ts'
import { storedDrafts } from '#web/lib/drafts.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'

const DraftReminderPart = lazyPart(async () => (await import('#web/features/calendar/time-block/draft-reminder.tsx')).DraftReminder)
const OpenedFromDevicePart = lazyPart(async () => (await import('./offline/opened-from-device.tsx')).OpenedFromDevice)

type PlannerRestProps = {
  calendar: CalendarRef
  user: User
  today: string
  address: PlannerAddress
  hasWeek: boolean
  dialogs: readonly OpenDialog[]
  onDialogs: (change: (dialogs: readonly OpenDialog[]) => readonly OpenDialog[]) => void
  open: (on: string, blockId: string | null) => void
  add: (on: string, slot?: Partial<Slot>) => void
}

/** Everything that isn't needed to read the lessons: dialogs, commands and notes. Loads once the lessons are on screen. */
export const PlannerRest = ({ calendar, user, today, address, hasWeek, dialogs, onDialogs, open, add }: PlannerRestProps) => {
  const { kind, isViewed, mayEdit, mayAddLessons } = calendar
  const { view, date } = address
  const [hasDrafts] = useState(() => storedDrafts(user.id).size > 0)
  const isOpenedFromDevice = useStore(isFromDevice)
  return (
    <>
      <PlannerCommands {...{ calendar, today, view }} onAddBlock={(title) => add(date, title === undefined ? undefined : { title })} />
      {hasWeek && !isViewed && <DayHistory user={user} date={date} />}
      {kind === 'own' && mayEdit && <ChangesCommand />}
      {hasDrafts && hasWeek && dialogs.length === 0 && mayAddLessons && (
        <Suspense>
          <DraftReminderPart owner={user.id} today={today} onOpen={(on) => open(on, null)} />
        </Suspense>
      )}
      {isOpenedFromDevice && (
        <Suspense>
          <OpenedFromDevicePart today={today} />
        </Suspense>
      )}
      <PlannerOutlet name="Dialogs" />
      <PlannerDialogs preferences={user.preferences} dialogs={dialogs} onChange={onDialogs} />
    </>
  )
}
