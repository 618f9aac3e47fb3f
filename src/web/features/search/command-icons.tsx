import {
  ArrowLeft,
  ArrowRight,
  CalendarArrowUp,
  CalendarCog,
  CalendarDays,
  CalendarOff,
  CircleHelp,
  ClipboardCheck,
  Copy,
  FileDown,
  History,
  LayoutTemplate,
  Link2,
  ListChecks,
  type LucideIcon,
  NotebookPen,
  Palette,
  Plus,
  Printer,
  Redo2,
  Repeat2,
  Send,
  SlidersHorizontal,
  StickyNote,
  Undo2,
  Users,
} from 'lucide-react'
import type { Command } from '#web/lib/input/commands.ts'

/** The icons of commands, by the beginning of their id. */
const ICONS: readonly (readonly [string, LucideIcon])[] = [
  ['previous', ArrowLeft],
  ['go-to-', CalendarDays],
  ['add-note', StickyNote],
  ['add-', Plus],
  ['apply-', LayoutTemplate],
  ['manage-templates', LayoutTemplate],
  ['manage-marks', CalendarCog],
  ['block-out', CalendarOff],
  ['move-', CalendarArrowUp],
  ['copy-', Copy],
  ['color-', Palette],
  ['undo', Undo2],
  ['redo', Redo2],
  ['repeat-', Repeat2],
  ['history', History],
  ['print', Printer],
  ['sub-plans', Printer],
  ['out-today', Send],
  ['sub-links', Link2],
  ['sub-reports', ClipboardCheck],
  ['special-notes', NotebookPen],
  ['collaboration', Users],
  ['export', FileDown],
]

const BY_GROUP: Record<Command['group'], LucideIcon> = {
  'Go to': ArrowRight,
  Plan: ListChecks,
  Settings: SlidersHorizontal,
  Help: CircleHelp,
}

/** The icon next to a command, or that of its group. */
export const CommandIcon = ({ command: { id, group } }: { command: Command }) => {
  const Icon = ICONS.find(([beginning]) => id.startsWith(beginning))?.[1] ?? BY_GROUP[group]
  return <Icon aria-hidden="true" className="size-[17px] shrink-0 text-ink-soft" />
}
