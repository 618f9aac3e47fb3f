import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { inView } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'

const EDIT = <Pencil className="size-4" />
const DialogPart = lazyPart(async () => (await import('./edit-class-dialog.tsx')).EditClassDialog)

/** The bar's heading in the class view: the class and its room, and a button that changes it. */
export const ClassHeading = ({ classId, today }: { classId: string | undefined; today: string }) => {
  const shown = useClasses().find(({ id }) => id === classId)
  const { kind, mayEdit } = useCalendar()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <h1 className="ml-1 flex min-w-0 items-baseline gap-2 text-heading-medium leading-tight whitespace-nowrap phone:text-heading">
        <span className="truncate">{shown?.name ?? 'Class'}</span>
        {shown && shown.room !== '' && (
          <span className="truncate text-label font-medium text-ink-soft @max-[700px]:hidden">{shown.room}</span>
        )}
      </h1>
      {shown && kind === 'own' && mayEdit && (
        <Button
          variant="ghost"
          size="sm"
          icon={EDIT}
          aria-haspopup="dialog"
          data-tip="Edit class"
          className="@max-[1000px]:w-[34px] @max-[1000px]:px-0!"
          onPointerEnter={() => void DialogPart.preload()}
          onFocus={() => void DialogPart.preload()}
          onClick={() => setIsOpen(true)}
        >
          <span className="@max-[1000px]:sr-only">Edit class</span>
        </Button>
      )}
      {shown && isOpen && (
        <Suspense>
          <DialogPart
            before={shown}
            today={today}
            onDeleted={() => {
              setIsOpen(false)
              goTo(today, (now) => inView(now, 'week', today))
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
