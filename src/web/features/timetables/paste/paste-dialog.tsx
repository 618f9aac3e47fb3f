import { ClipboardPaste, Undo2 } from 'lucide-react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { Rhythm } from '#shared/timetables/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { usualLessonsOf } from '#web/features/calendar/model/planned-week.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { type Grid, type GridClass, listedClasses } from '#web/features/timetables/model/grid.ts'
import { timesOfWeek } from '#web/features/timetables/model/grid-from-week.ts'
import { counted } from '#web/lib/counted.ts'
import { newUuid } from '#web/lib/uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { withPastedWeek } from './pasted-grid.ts'
import { PastedTable } from './pasted-table.tsx'
import { usePaste } from './use-paste.ts'
import { WordList } from './word-list.tsx'

const USE = <ClipboardPaste className="size-4" />
const DIRECTIONS = [
  { value: 'across', label: 'Days across' },
  { value: 'down', label: 'Days down' },
] as const

type PasteDialogProps = {
  /** What was pasted into the grid, or '' to paste here. */
  text: string
  grid: Grid
  known: readonly GridClass[]
  today: string
  timeFormat: '12' | '24'
  onUse: (grid: Grid, rhythm: Rhythm | null) => void
  onClose: () => void
}

/** Reads a pasted week back: the cells on the left, and the class of each word on the right. Nothing counts before the button is pressed. */
export const PasteDialog = ({ text: first, grid, known, today, timeFormat, onUse, onClose }: PasteDialogProps) => {
  const monday = mondayOf(schoolDayOf(today))
  const { data } = useWeek(useCalendar(), monday)
  const times = timesOfWeek(data?.days.map(usualLessonsOf) ?? [])
  const classes = listedClasses(grid, known, MAX.cycleDays)
  const { text, setText, problem, week, words, meanings, lessons, setDirection, answer } = usePaste(first, classes, times)
  const use = () => {
    if (!week) return
    onUse(withPastedWeek(grid, known, week, meanings, newUuid), week.rhythm)
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      size={week ? 'xl' : 'md'}
      title="Paste from a spreadsheet"
      description={
        week
          ? `${counted(week.rows.length, 'row')}, ${counted(week.days.length, 'day')}. Times and short names are read the way you write them.`
          : 'Copy the cells of your week, with times and days, and paste them here.'
      }
      footer={
        <>
          <p className="flex flex-1 items-center gap-2 text-label text-ink-soft small:w-full small:flex-none">
            <Undo2 aria-hidden="true" className="size-4 shrink-0" />
            Nothing is on your calendar yet. A cell without a class stays empty.
          </p>
          <div className="flex justify-end gap-2 small:flex-1 phone:flex-col-reverse">
            <CancelButton />
            <Button variant="solid" icon={USE} disabled={lessons === 0} onClick={use}>
              {lessons > 0 ? `Use ${counted(lessons, 'lesson')}` : 'Use lessons'}
            </Button>
          </div>
        </>
      }
    >
      {!week && (
        <Field label="Cells of your week" error={problem ?? undefined}>
          {(wiring) => (
            <TextArea
              {...wiring}
              autoFocus
              rows={8}
              spellCheck={false}
              placeholder="Press Ctrl + V, or ⌘ + V on a Mac"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      )}
      {week && (
        <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-6 small:grid-cols-1">
          <div className="min-w-0">
            <div className="mb-2 flex flex-wrap items-center gap-2">
              <h3 className="flex-1 font-text text-caption font-semibold tracking-normal text-ink-soft">What you pasted</h3>
              <Button size="sm" variant="ghost" onClick={() => setText('')}>
                Paste something else
              </Button>
              <Segmented label="Where the days are" value={week.direction} options={DIRECTIONS} onChange={setDirection} />
            </div>
            <PastedTable
              week={week}
              meanings={meanings}
              classes={classes}
              timeFormat={timeFormat}
              knownFrom={`Your week of ${formatDay(monday, 'monthDay')}`}
            />
          </div>
          <WordList words={words} meanings={meanings} classes={classes} onAnswer={answer} />
        </div>
      )}
    </Dialog>
  )
}
