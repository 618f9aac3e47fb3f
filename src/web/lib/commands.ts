/**
 * What a teacher can do by name or by key: one list, read by the shortcuts, by the sheet that lists them and by the
 * command palette. Each part of the page brings its commands for as long as it is on screen.
 */
import { useEffect } from 'react'

/** In the order in which they are listed. */
export const COMMAND_GROUPS = ['Go to', 'Plan', 'Settings', 'Help'] as const

export type Command = {
  id: string
  label: string
  group: (typeof COMMAND_GROUPS)[number]
  /** As `KeyboardEvent.key` names it, a letter small: 't', 'ArrowLeft', '?'. With 'Mod+' before it: Ctrl, on a Mac ⌘; with 'Mod+Shift+' both. */
  key?: string
  /** Other words by which it is found. */
  words?: string
  run: () => void
}

type Source = {
  commands: readonly Command[]
  /** Commands that what was typed in the palette asks for, such as to go to the date that was typed. */
  found?: ((typed: string) => readonly Command[]) | undefined
}

const sources = new Set<Source>()

/** Longer than this, in milliseconds, nobody waits for what they pressed: then it would come as a surprise. */
const PATIENCE_MS = 10_000
/** Asked for before the part that brings it was here. */
let awaited: { id: string; since: number } | undefined

/** Adds commands, and runs the one that was asked for already. Returns how to take them away. */
export const registerCommands = (source: Source): (() => void) => {
  sources.add(source)
  const command = source.commands.find(({ id }) => id === awaited?.id)
  const isInTime = awaited !== undefined && Date.now() - awaited.since < PATIENCE_MS
  if (command) awaited = undefined
  if (command && isInTime) command.run()
  return () => void sources.delete(source)
}

/** Brings commands while the component is on screen. Give the same array and function as long as nothing has changed. */
export const useCommands = (commands: Source['commands'], found?: Source['found']): void => {
  useEffect(() => registerCommands({ commands, found }), [commands, found])
}

/** Every command there is now, by group. */
export const allCommands = (): Command[] => {
  const commands = [...sources].flatMap((source) => source.commands)
  return COMMAND_GROUPS.flatMap((group) => commands.filter((command) => command.group === group))
}

/** Runs the command of this id; where the part that brings it is still on its way, as soon as it is here. */
export const runCommand = (id: string): void => {
  const command = allCommands().find((each) => each.id === id)
  awaited = command ? undefined : { id, since: Date.now() }
  command?.run()
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

/** What the palette lists for what was typed. */
export const commandsFor = (typed: string): Command[] => [
  ...[...sources].flatMap((source) => (typed.trim() ? (source.found?.(typed) ?? []) : [])),
  ...allCommands().filter((command) => isAskedFor(command, typed)),
]
