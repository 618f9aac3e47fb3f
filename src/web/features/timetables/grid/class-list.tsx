import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { freeColor } from '#shared/classes/rules.ts'
import { MAX } from '#shared/limits.ts'
import { ColorChoice, Swatch } from '#web/features/classes/color-choice.tsx'
import {
  classesIn,
  type Grid,
  type GridClass,
  lessonsPerClass,
  listedClasses,
  withClass,
  withoutClass,
} from '#web/features/timetables/model/grid.ts'
import { newUuid } from '#web/lib/uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextInput } from '#web/ui/field.tsx'

type OpenClassProps = {
  one: GridClass
  lessons: string
  /** True if another class has this name. */
  isTaken: boolean
  /** Undefined if the calendar has the class already. */
  onRemove: (() => void) | undefined
  onChange: (one: GridClass) => void
  onClose: () => void
}

/** A class with the fields that change it, for all its lessons. */
const OpenClass = ({ one, lessons, isTaken, onRemove, onChange, onClose }: OpenClassProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: only Escape anywhere and Enter in the fields close it
  <div
    className="col-span-full flex flex-wrap items-center gap-2.5 rounded-control border border-brand bg-surface p-2 outline-1 outline-brand"
    onKeyDown={(event) => {
      // Enter on a button presses the button.
      const isDone = event.key === 'Enter' && event.target instanceof HTMLInputElement
      if (event.key !== 'Escape' && !isDone) return
      event.preventDefault()
      onClose()
    }}
  >
    <TextInput
      autoFocus={one.name === ''}
      aria-label="Class name"
      aria-invalid={isTaken || undefined}
      className="w-[190px]! h-8! touch:h-11! phone:w-full!"
      placeholder="Class name"
      maxLength={MAX.className}
      value={one.name}
      onChange={({ target }) => onChange({ ...one, name: target.value })}
    />
    <TextInput
      aria-label="Room"
      className="w-[110px]! h-8! touch:h-11! phone:w-full!"
      placeholder="Room"
      maxLength={MAX.room}
      value={one.room}
      onChange={({ target }) => onChange({ ...one, room: target.value })}
    />
    <ColorChoice value={one.color} onChange={(color) => onChange({ ...one, color })} />
    <Checkbox
      label="Stays on its day"
      checked={one.staysOnItsDay}
      onChange={({ target }) => onChange({ ...one, staysOnItsDay: target.checked })}
    />
    <span className="ml-auto text-small text-ink-soft">{isTaken ? 'Another class has this name.' : lessons}</span>
    {onRemove && (
      <Button size="sm" variant="ghost" onClick={onRemove}>
        Remove
      </Button>
    )}
    <Button size="sm" onClick={onClose}>
      Done
    </Button>
  </div>
)

const CHIP =
  'flex h-[34px] min-w-0 items-center gap-2 rounded-control border bg-surface px-2.5 text-left text-label font-semibold transition-colors duration-150 touch:h-11'

type ClassListProps = {
  grid: Grid
  known: readonly GridClass[]
  days: number
  /** Classes that the timetable had before the change, with when they end. */
  ending?: ReadonlyMap<string, string>
  onChange: (change: (grid: Grid) => Grid) => void
}

/** The classes below the grid. Pressing one opens its name, room and color. */
export const ClassList = ({ grid, known, days, ending, onChange }: ClassListProps) => {
  const [openId, setOpenId] = useState<string | null>(null)
  const classes = listedClasses(grid, known, days)
  const counts = lessonsPerClass(grid, days)
  const knownIds = new Set(known.map(({ id }) => id))
  const all = classesIn(grid, known)
  const per = days === 5 ? 'a week' : `in ${days} days`
  const lessonsOf = ({ id }: GridClass) => `${counts.get(id) ?? 0} ${per}`
  const isTaken = (one: GridClass) =>
    all.some(({ id, name }) => id !== one.id && name.trim().toLowerCase() === one.name.trim().toLowerCase())
  const add = () => {
    const id = newUuid()
    onChange((now) => withClass(now, { id, name: '', color: freeColor(classes), room: '', staysOnItsDay: false, isAdded: true }))
    setOpenId(id)
  }
  const close = (one: GridClass) => {
    setOpenId(null)
    if (one.name.trim() === '' && !knownIds.has(one.id)) onChange((now) => withoutClass(now, one.id))
  }
  return (
    <section aria-labelledby="timetable-classes">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2.5">
        <h2 id="timetable-classes" className="text-lead">
          Classes
        </h2>
        <p className="text-caption text-ink-soft">Name, room and color. Every lesson of the class follows.</p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(256px,1fr))] gap-1.5">
        {classes.map((one) =>
          one.id === openId ? (
            <OpenClass
              key={one.id}
              one={one}
              lessons={lessonsOf(one)}
              isTaken={isTaken(one)}
              onRemove={
                knownIds.has(one.id)
                  ? undefined
                  : () => {
                      setOpenId(null)
                      onChange((now) => withoutClass(now, one.id))
                    }
              }
              onChange={(changed) => onChange((now) => withClass(now, changed))}
              onClose={() => close(one)}
            />
          ) : (
            <button
              key={one.id}
              type="button"
              className={clsx(CHIP, 'border-line-control hover:border-line-strong')}
              onClick={() => setOpenId(one.id)}
            >
              <Swatch color={one.color} />
              <span className={clsx('min-w-0 truncate', ending?.has(one.id) && 'line-through')}>{one.name}</span>
              <span className="ml-auto shrink-0 text-small font-normal text-ink-soft">
                {ending?.get(one.id) ?? [one.room, lessonsOf(one)].filter(Boolean).join(' · ')}
              </span>
            </button>
          ),
        )}
        {all.length < MAX.classes && (
          <button
            type="button"
            className={clsx(CHIP, 'justify-center border-dashed border-line-strong/60 text-ink-soft hover:text-ink')}
            onClick={add}
          >
            <Plus className="size-[15px]" />
            Add a class
          </button>
        )}
      </div>
    </section>
  )
}
