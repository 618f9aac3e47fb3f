/**
 * All commands that users can run by name or shortcut. The keyboard shortcuts, the shortcuts dialog and the command palette share this
 * list. Each part of the page registers its commands while it is mounted.
 */
import { useLayoutEffect } from 'react'
import { createStore } from '#web/lib/store.ts'

/** In display order. */
export const COMMAND_GROUPS = ['Go to', 'Plan', 'Settings', 'Help'] as const

/**
 * The commands that parts of the page register and other parts can run. The patterns are for commands with a name in them,
 * such as those found by the text typed in the palette.
 */
export type CommandId =
  | 'today'
  | 'previous'
  | 'next'
  | 'week-view'
  | 'day-view'
  | 'month-view'
  | 'add-block'
  | 'add-titled'
  | 'undo'
  | 'redo'
  | 'repeat-week'
  | 'repeat-day'
  | 'fill-week'
  | 'copy-year'
  | 'import'
  | 'take-with-you'
  | 'manage-templates'
  | 'block-out'
  | 'add-note'
  | 'manage-marks'
  | 'history'
  | 'changes'
  | 'timetable'
  | 'cycle-day'
  | 'short-day'
  | 'usual-times'
  | 'print'
  | 'print-week'
  | 'print-day'
  | 'print-dates'
  | 'sub-plans'
  | 'out-today'
  | 'sub-links'
  | 'sub-reports'
  | 'special-notes'
  | 'collaboration'
  | 'unplaced'
  | 'school-wide'
  | 'my-schedule'
  | 'our-teachers'
  | 'ai-instructions'
  | 'ai-usage'
  | 'billing'
  | 'account'
  | 'preferences'
  | 'theme'
  | 'compact-view'
  | 'sign-up'
  | 'sign-out'
  | 'search'
  | 'palette'
  | 'shortcuts'
  | 'choose-plan'
  | 'return'
  | 'admin'
  | 'export'
  | 'security'
  | 'tour'
  | `view-${string}`
  | `go-to-${string}`
  | `apply-${string}`
  | `move-${string}`
  | `copy-${string}`
  | `color-${string}`
  | `bump-${string}`
  | `bumpAll-${string}`
  | `extend-${string}`
  | `pullBack-${string}`
  | `lock-${string}`

export type Command = {
  id: CommandId
  label: string
  group: (typeof COMMAND_GROUPS)[number]
  /**
   * A `KeyboardEvent.key`, with letters in lowercase: 't', 'ArrowLeft', '?'. The prefix 'Mod+' requires Ctrl (⌘ on a Mac), and 'Mod+Shift+'
   * also requires Shift.
   */
  key?: string
  /** Additional search terms. */
  words?: string
  /** `date` is the day to act on and defaults to the day shown. Commands that aren't about a day ignore it. */
  run: (date?: string) => void
}

type Source = {
  commands: readonly Command[]
  /** Returns extra commands for the text typed in the palette, such as going to a date. */
  found?: ((typed: string) => readonly Command[]) | undefined
}

const sources = new Set<Source>()
/** A counter, incremented whenever the sources change. */
export const commandChanges = createStore(0)
const tellChange = () => commandChanges.set(commandChanges.get() + 1)

/** How long a pending command stays valid, in milliseconds. Running it later would surprise the teacher. */
const PATIENCE_MS = 10_000
/** A command that was requested before it was registered. */
let awaited: { fits: (command: Command) => boolean; date: string | undefined; since: number } | undefined

/** Runs the first fitting command once it is registered (see PATIENCE_MS). */
export const awaitCommand = (fits: (command: Command) => boolean, date?: string): void => {
  awaited = { fits, date, since: Date.now() }
}

/** Registers commands. If the pending command is one of them, runs it. Returns a function that unregisters the commands. */
export const registerCommands = (source: Source): (() => void) => {
  sources.add(source)
  tellChange()
  const command = source.commands.find((each) => awaited?.fits(each))
  if (command && awaited) {
    const { date, since } = awaited
    awaited = undefined
    if (Date.now() - since < PATIENCE_MS) command.run(date)
  }
  return () => {
    sources.delete(source)
    tellChange()
  }
}

/** Registers commands while the component is mounted. Pass the same array and function on every render unless they change. */
export const useCommands = (commands: Source['commands'], found?: Source['found']): void => {
  // Uses a layout effect so shortcuts work as soon as the component is visible.
  useLayoutEffect(() => registerCommands({ commands, found }), [commands, found])
}

/** Returns all registered commands, sorted by group. */
export const allCommands = (): Command[] => {
  const commands = [...sources].flatMap((source) => source.commands)
  return COMMAND_GROUPS.flatMap((group) => commands.filter((command) => command.group === group))
}

/** Returns the extra commands of all sources for the text typed in the palette. */
export const foundCommands = (typed: string): Command[] =>
  typed.trim() ? [...sources].flatMap((source) => source.found?.(typed) ?? []) : []

/**
 * Runs the command with this id, optionally for a specific day. A command that isn't registered yet runs once it is registered (see
 * PATIENCE_MS).
 */
export const runCommand = (id: CommandId, date?: string): void => {
  const command = allCommands().find((each) => each.id === id)
  if (command) awaited = undefined
  else awaitCommand((each) => each.id === id, date)
  command?.run(date)
}
