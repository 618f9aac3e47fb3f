import { CalendarOff, Eraser, StickyNote } from 'lucide-react'
import { useState } from 'react'
import type { Marks } from '#shared/calendar/rules.ts'
import { formatDay } from '#shared/dates.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import type { MenuPlace } from './month-grid.tsx'

type DayMenuProps = {
  place: MenuPlace
  isOpen: boolean
  marks: Marks
  onClose: () => void
  /** Called when the teacher chooses to write a block-out or a note. */
  onWrite: (kind: MarkKind) => void
  onClear: (kind: MarkKind) => void
}

/** A day's context menu in the month grid, positioned at `place`. Closes on an outside click, on Escape, or when the mouse leaves it. */
export const DayMenu = ({ place, isOpen, marks, onClose, onWrite, onClear }: DayMenuProps) => {
  const [chosen, setChosen] = useState<MarkKind | null>(null)
  const opened = () => {
    if (chosen) onWrite(chosen)
    setChosen(null)
  }
  return (
    <Menu
      align="start"
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      opener={place.opener}
      onClosed={opened}
      onLeave={onClose}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="pointer-events-none fixed size-0"
          style={{ left: place.x, top: place.y }}
        />
      }
    >
      <MenuLabel>{formatDay(place.date, 'short')}</MenuLabel>
      <MenuItem icon={<CalendarOff className="size-4" />} onSelect={() => setChosen('block-out')}>
        Block Out Date
      </MenuItem>
      <MenuItem icon={<StickyNote className="size-4" />} onSelect={() => setChosen('note')}>
        Add Note
      </MenuItem>
      {(marks.isBlocked || marks.hasNote) && <MenuSeparator />}
      {marks.isBlocked && (
        <MenuItem icon={<Eraser className="size-4" />} onSelect={() => onClear('block-out')}>
          Unblock Day
        </MenuItem>
      )}
      {marks.hasNote && (
        <MenuItem icon={<Eraser className="size-4" />} onSelect={() => onClear('note')}>
          Remove Note
        </MenuItem>
      )}
    </Menu>
  )
}
