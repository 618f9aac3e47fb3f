import { Suspense, useEffect, useState } from 'react'
import { useNamedCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useUser } from '#web/features/people/data.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { suggestedPlanDay } from './data.ts'
import { newPlanDraft, type PlanDraft } from './plan-draft.ts'

const SubPlanDialogPart = lazyPart(async () => (await import('./sub-plan-dialog.tsx')).SubPlanDialog)
const nothing = () => undefined

/** The dialog that makes a sub plan from the schedule of a teacher at the administrator's school. */
export const TeacherPlanDialog = ({ teacherId, onClose }: { teacherId: string; onClose: () => void }) => {
  const { timezone } = useUser()
  const calendar = useNamedCalendar(`teacher-${teacherId}`)
  const [draft, setDraft] = useState<PlanDraft>()
  useEffect(() => {
    let isOpen = true
    void suggestedPlanDay(calendar, timezone).then((date) => {
      if (isOpen) setDraft((kept) => kept ?? newPlanDraft(date))
    })
    return () => {
      isOpen = false
    }
  }, [calendar, timezone])
  if (!draft) return null
  return (
    <Suspense>
      {/* Only a teacher's own plan lists missing content, which only they can add. */}
      <SubPlanDialogPart calendar={calendar} draft={draft} onDraft={setDraft} onFix={nothing} onClose={onClose} />
    </Suspense>
  )
}
