/**
 * What a teacher can do by name or by key: one list, read by the shortcuts, by the sheet that lists them and by the
 * command palette. Each part of the page brings its commands for as long as it is on screen.
 */
import { useLayoutEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** In the order in which they are listed. */
export const COMMAND_GROUPS = ['Go to', 'Plan', 'Settings', 'Help'] as const

export type Command = {
  id: string
  label: string
  group: (typeof COMMAND_GROUPS)[number]
  /** As `KeyboardEvent.key` names it, letters in lower case: 't', 'ArrowLeft', '?'. With 'Mod+' before it: Ctrl, on a Mac ⌘; with 'Mod+Shift+' both. */
  key?: string
  /** Other words by which it is found. */
  words?: string
  /** `date`: the day that it is about; without, the one that is shown. Only what is about a day looks at it. */
  run: (date?: string) => void
}

type Source = {
  commands: readonly Command[]
  /** Returns further commands for what was typed in the palette, such as going to a date. */
  found?: ((typed: string) => readonly Command[]) | undefined
}

const sources = new Set<Source>()
/** Rises with each change of the sources. */
const changes = createStore(0)
const tellChange = () => changes.set(changes.get() + 1)

/** Milliseconds for which a command is waited for: run later, it would come as a surprise. */
const PATIENCE_MS = 10_000
/** A command that was asked for before it was registered. */
let awaited: { id: string; date: string | undefined; since: number } | undefined

/** Adds commands, and runs the one that was asked for already. Returns a function that removes them. */
export const registerCommands = (source: Source): (() => void) => {
  sources.add(source)
  tellChange()
  const command = source.commands.find(({ id }) => id === awaited?.id)
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

/** Registers commands while the component is on screen. Pass the same array and function while nothing has changed. */
export const useCommands = (commands: Source['commands'], found?: Source['found']): void => {
  // Before they can be seen: who sees them presses keys.
  useLayoutEffect(() => registerCommands({ commands, found }), [commands, found])
}

/** Returns every command there is now, by group. */
export const allCommands = (): Command[] => {
  const commands = [...sources].flatMap((source) => source.commands)
  return COMMAND_GROUPS.flatMap((group) => commands.filter((command) => command.group === group))
}

/** Runs the command with this id, for a day if one is given; one that is not registered yet, as soon as it is. */
export const runCommand = (id: string, date?: string): void => {
  const command = allCommands().find((each) => each.id === id)
  awaited = command ? undefined : { id, date, since: Date.now() }
  command?.run(date)
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** True when each word that was typed begins a word of the command. */
export const isAskedFor = ({ label, words = '' }: Command, typed: string): boolean => {
  const known = wordsOf(`${label} ${words}`)
  return wordsOf(typed).every((word) => known.some((each) => each.startsWith(word)))
}

const commandsFor = (typed: string): Command[] => [
  ...[...sources].flatMap((source) => (typed.trim() ? (source.found?.(typed) ?? []) : [])),
  ...allCommands().filter((command) => isAskedFor(command, typed)),
]

/** Returns the commands that the palette lists for what was typed, also those of a part that comes while it is open. */
export const useCommandsFor = (typed: string): Command[] => {
  // The compiler would keep what was listed when the same was typed before.
  'use no memo'
  useStore(changes)
  return commandsFor(typed)
}
