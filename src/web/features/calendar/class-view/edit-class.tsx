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
const prepare = (): void => void DialogPart.preload()

/** A button that opens the class's dialog. After the class is deleted, the week is shown. */
export const EditClass = ({ classId, today }: { classId: string; today: string }) => {
  const shown = useClasses().find(({ id }) => id === classId)
  const { kind, mayEdit } = useCalendar()
  const [isOpen, setIsOpen] = useState(false)
  if (!shown || kind !== 'own' || !mayEdit) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={EDIT}
        aria-haspopup="dialog"
        className="phone:w-11 phone:px-0!"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(true)}
      >
        <span className="phone:sr-only">Edit class</span>
      </Button>
      {isOpen && (
        <Suspense>
          <DialogPart
            before={shown}
            today={today}
            onDeleted={() => goTo(today, (now) => inView(now, 'week', today))}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
