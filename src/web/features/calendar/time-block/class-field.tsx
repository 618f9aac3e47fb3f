import { clsx } from 'clsx'
import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { MAX } from '#shared/limits.ts'
import { ClassNameField, RoomField } from '#web/features/classes/class-name-fields.tsx'
import { createClass, newClass } from '#web/features/classes/class-saves.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'

const NO_CLASS = 'none'
const DOWN = <ChevronDown className="ml-auto size-4 text-ink-soft" />
const ADD = <Plus className="size-4" />
const swatch = (color: number | undefined) => (
  <span
    aria-hidden="true"
    className={clsx('size-3.5 shrink-0 rounded-tiny', color === undefined ? 'border border-dashed border-line-strong' : `h${color}`)}
  />
)

type NewClassProps = { name: string; classes: readonly SchoolClass[]; onCreated: (created: SchoolClass) => void; onClose: () => void }

/** Asks for the name and the room of a new class. Its color is one that no other class has, if there is one. */
const NewClassDialog = ({ name: suggested, classes, onCreated, onClose }: NewClassProps) => {
  const [created, setCreated] = useState(() => newClass(suggested, classes))
  const { name, room } = created
  const [isBusy, whileBusy] = usePending()
  const taken = classNamed(name, classes)
  const create = async () => {
    const named = { ...created, name: name.trim() }
    if (!(await whileBusy(() => createClass(named)))) return
    onCreated(named)
    onClose()
  }
  return (
    <FormDialog
      size="sm"
      title="New class"
      description="All lessons of a class share its color."
      submitLabel="Create class"
      isReady={name.trim() !== '' && !taken}
      busy={isBusy}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <div className="grid gap-3.5">
        <ClassNameField name={name} taken={taken} onChange={(name) => setCreated({ ...created, name })} />
        <RoomField room={room} onChange={(room) => setCreated({ ...created, room })} />
      </div>
    </FormDialog>
  )
}

type ClassFieldProps = {
  classId: string | null
  /** The name to suggest for a new class. */
  title: string
  className?: string
  onChange: (chosen: SchoolClass | null) => void
}

/** The class of a time block, with a menu that changes it. A class that doesn't exist anymore counts as no class. */
export const ClassField = ({ classId, title, className, onChange }: ClassFieldProps) => {
  const classes = useClasses()
  const chosen = classes.find(({ id }) => id === classId)
  const [isNaming, setIsNaming] = useState(false)
  return (
    <>
      <Field label="Class" className={className}>
        {(wiring) => (
          <Menu
            align="start"
            className="max-w-72"
            trigger={
              <Button
                {...wiring}
                aria-label={`Class: ${chosen?.name ?? 'No class'}`}
                icon={swatch(chosen?.color)}
                className="h-10! w-full justify-start! border-line-strong! bg-paper! px-3! shadow-none! hover:border-ink-soft! touch:h-11!"
              >
                <span className={clsx('truncate', !chosen && 'font-medium text-ink-soft')}>{chosen?.name ?? 'No class'}</span>
                {DOWN}
              </Button>
            }
          >
            <MenuChoice
              label="Class"
              value={chosen?.id ?? NO_CLASS}
              options={[
                ...classes.map(({ id, name, color }) => ({ value: id, label: name, icon: swatch(color) })),
                { value: NO_CLASS, label: 'No class', icon: swatch(undefined) },
              ]}
              closes
              onChange={(id) => onChange(classes.find((one) => one.id === id) ?? null)}
            />
            <MenuSeparator />
            <MenuItem icon={ADD} onSelect={() => setIsNaming(true)}>
              New class…
            </MenuItem>
          </Menu>
        )}
      </Field>
      {isNaming && (
        <NewClassDialog
          name={classNamed(title, classes) ? '' : title.trim().slice(0, MAX.className)}
          classes={classes}
          onCreated={onChange}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  )
}
