import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ClassChange, SchoolClass } from '#shared/classes/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { addDays, LAST_DAY } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { lessonsNamedAs } from '#shared/timetables/later/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { ClassNameField, RoomField } from '#web/features/classes/class-name-fields.tsx'
import { changeClass, deleteClass } from '#web/features/classes/class-saves.ts'
import { ColorChoice } from '#web/features/classes/color-choice.tsx'
import { useClasses } from '#web/features/classes/data.ts'
import { counted } from '#web/lib/counted.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { renameClass } from './rename-class.ts'

const BIN = <Trash2 className="size-4" />
const FIELDS = ['name', 'color', 'room', 'staysOnItsDay'] as const

/** Returns the fields that differ. */
const changeOf = (before: SchoolClass, after: SchoolClass): ClassChange =>
  Object.fromEntries(FIELDS.flatMap((field) => (before[field] === after[field] ? [] : [[field, after[field]]])))

/** Returns the class's lessons from a date on whose title is its name. Loads them, without their texts, when the name first changes. */
const useNamedLessons = (one: SchoolClass, from: string, isRenamed: boolean) => {
  const limit = addDays(from, MAX.timetableDays - 1)
  const { data } = useQuery({ ...outlineQuery(useCalendar(), from, limit < LAST_DAY ? limit : LAST_DAY), enabled: isRenamed })
  const classes = useClasses()
  return data && isRenamed ? lessonsNamedAs(one, data.days, classes) : []
}

type FieldsProps = {
  typed: SchoolClass
  taken: SchoolClass | undefined
  onChange: (more: Partial<SchoolClass>) => void
  children: ReactNode
}

/** The name, room, color and day of a class. `children` follow the name. */
const ClassFields = ({ typed, taken, onChange, children }: FieldsProps) => (
  <>
    <ClassNameField name={typed.name} taken={taken} onChange={(name) => onChange({ name })} />
    {children}
    <RoomField room={typed.room} onChange={(room) => onChange({ room })} />
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-caption font-semibold text-ink-soft">
        Color
      </span>
      <ColorChoice value={typed.color} onChange={(color) => onChange({ color })} />
    </div>
    <Checkbox
      label={
        <>
          Stays on its day
          <span className="block text-caption text-ink-soft">Its plans never move to another weekday, like Library on Wednesdays.</span>
        </>
      }
      checked={typed.staysOnItsDay}
      onChange={({ target }) => onChange({ staysOnItsDay: target.checked })}
    />
  </>
)

const DeleteClass = ({ onDelete }: { onDelete: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 touch:-mt-2">
    <Button variant="ghost" icon={BIN} className="-ml-3.5" onClick={onDelete}>
      Delete class
    </Button>
    <p className="min-w-[180px] flex-1 text-caption text-ink-soft">Its lessons and their text stay. Undo brings the class back.</p>
  </div>
)

type EditClassDialogProps = { before: SchoolClass; today: string; onDeleted: () => void; onClose: () => void }

/** Changes a class for all its lessons, renames its coming lessons if the teacher wants that, or deletes the class. */
export const EditClassDialog = ({ before, today, onDeleted, onClose }: EditClassDialogProps) => {
  const calendar = useCalendar()
  const classes = useClasses()
  const [typed, setTyped] = useState(before)
  const [isLessonsToo, setIsLessonsToo] = useState(false)
  const [isBusy, whileBusy] = usePending()
  const after = { ...typed, name: typed.name.trim(), room: typed.room.trim() }
  const change = changeOf(before, after)
  const others = classes.filter(({ id }) => id !== before.id)
  const taken = classNamed(after.name, others)
  const isRenamed = change.name !== undefined && after.name !== ''
  const named = useNamedLessons(before, today, isRenamed)
  const lessons = named.reduce((sum, { blocks }) => sum + blocks.length, 0)
  const save = () => {
    if (Object.keys(change).length === 0) return Promise.resolve(true)
    const dates = named.map(({ date }) => date)
    if (!isLessonsToo || dates.length === 0) return changeClass(before, change)
    return renameClass(calendar, { before, change, from: today, dates, lessons })
  }
  return (
    <FormDialog
      size="sm"
      title="Edit class"
      description="All lessons of the class share its color and room."
      isReady={after.name !== '' && !taken}
      busy={isBusy}
      onSubmit={() => void whileBusy(save).then((isSaved) => isSaved && onClose())}
      onClose={onClose}
    >
      <div className="grid gap-3.5">
        <ClassFields typed={typed} taken={taken} onChange={(more) => setTyped({ ...typed, ...more })}>
          {lessons > 0 && (
            <Checkbox
              label={`Also rename ${counted(lessons, 'lesson')} named ${before.name} from today on`}
              className="-mt-1 rounded-control bg-sunken px-3 py-2.5"
              checked={isLessonsToo}
              onChange={({ target }) => setIsLessonsToo(target.checked)}
            />
          )}
        </ClassFields>
        <DeleteClass onDelete={() => void whileBusy(() => deleteClass(before)).then((isGone) => isGone && onDeleted())} />
      </div>
    </FormDialog>
  )
}
