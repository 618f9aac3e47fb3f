import { CornerDownRight } from 'lucide-react'
import { useId, useMemo } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { ClassQuestions } from './class-questions.tsx'
import { Announcement, LoadingLessons, ONE_UNDO, Result } from './closing-result.tsx'
import { closeDays } from './closing-saves.ts'
import { useView } from './use-view.ts'

const MOVE = <CornerDownRight className="size-4" />
const CUT_OFF = (
  <p role="status" className="rounded-control bg-sunken px-3 py-2.5 text-control">
    You’re offline, so lessons can’t move now. Try again when you’re back.
  </p>
)

type MovingDialogProps = {
  /** The days that the school closed, in order, and why. */
  days: readonly { date: string; reason: string | null }[]
  /** Names the days. */
  words: string
  onClose: () => void
}

/** Moves the plans of days on that the school closed, as the teacher chooses for each class. */
export const MovingDialog = ({ days, words, onClose }: MovingDialogProps) => {
  const id = useId()
  const calendar = useCalendar()
  const only = useMemo(() => days.map(({ date }) => date), [days])
  const dates = useMemo(() => new Set(only), [only])
  const [from = '', to = from] = [only[0], only.at(-1)]
  const { view, isCutOff, choose, chooseAll } = useView({ from, to, isNew: false, dates }, only.length)
  const [isBusy, whileBusy] = usePending()
  const moved = view?.counts.moved ?? 0
  const save = async () => {
    if (view && !isBusy && (await whileBusy(() => closeDays(calendar, { ...view, from, to, text: null, only })))) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title="Move lessons on"
      description={words}
      footer={
        <>
          <p className="flex flex-1 items-center gap-2 text-caption text-ink-soft phone:w-full phone:flex-none phone:justify-center">
            {ONE_UNDO}
          </p>
          <CancelButton />
          <Button
            variant="solid"
            type="submit"
            form={id}
            icon={MOVE}
            busy={isBusy}
            disabled={!view || isCutOff}
            className="phone:h-[50px] phone:w-full"
          >
            {moved > 0 ? `Move ${moved} ${moved === 1 ? 'lesson' : 'lessons'} on` : 'Leave all here'}
          </Button>
        </>
      }
    >
      {isCutOff ? (
        CUT_OFF
      ) : (
        <form
          id={id}
          noValidate
          className="grid gap-5 min-[900px]:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] phone:gap-1"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          {view ? (
            <ClassQuestions title="Lessons of these days" view={view} onChoose={choose} onChooseAll={chooseAll} />
          ) : (
            <LoadingLessons />
          )}
          {view && <Result view={view} reason={days[0]?.reason ?? ''} />}
          <Announcement view={view} />
        </form>
      )}
    </Dialog>
  )
}
