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
  /** As `KeyboardEvent.key` names it, a letter small: 't', 'ArrowLeft', '?'. With 'Mod+' before it: Ctrl, on a Mac ⌘. */
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

/** Brings commands while the component is on screen. Give the same array and function as long as nothing has changed. */
export const useCommands = (commands: Source['commands'], found?: Source['found']): void => {
  useEffect(() => {
    const source = { commands, found }
    sources.add(source)
    return () => void sources.delete(source)
  }, [commands, found])
}

/** Every command there is now, by group. */
export const allCommands = (): Command[] => {
  const commands = [...sources].flatMap((source) => source.commands)
  return COMMAND_GROUPS.flatMap((group) => commands.filter((command) => command.group === group))
}

/** Runs the command of this id, if it is there now. */
export const runCommand = (id: string): void =>
  allCommands()
    .find((command) => command.id === id)
    ?.run()

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
