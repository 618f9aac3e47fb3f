/** Finds commands by what is typed in the palette. */
import { useStore } from '#web/lib/store.ts'
import { allCommands, type Command, commandChanges, foundCommands } from './commands.ts'

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** True if a command's label starts with the typed text, so that the teacher most likely means it. */
export const isNamed = ({ label }: Pick<Command, 'label'>, typed: string): boolean =>
  typed.trim() !== '' && splitWords(label).join(' ').startsWith(splitWords(typed).join(' '))

/**
 * Returns how well a command fits the typed text: 0 if its label starts with the text, 1 if each typed word is a prefix of a word in its
 * label, 2 if some of the words are only among its additional search terms, or null if a word is missing.
 */
export const rankOf = (command: Pick<Command, 'label' | 'words'>, typed: string): 0 | 1 | 2 | null => {
  const asked = splitWords(typed)
  const areIn = (known: readonly string[]) => asked.every((word) => known.some((each) => each.startsWith(word)))
  const ofLabel = splitWords(command.label)
  if (isNamed(command, typed)) return 0
  if (areIn(ofLabel)) return 1
  return areIn([...ofLabel, ...splitWords(command.words ?? '')]) ? 2 : null
}

/** Returns the commands that fit the typed text, best first. */
export const askedFor = <Asked extends Pick<Command, 'label' | 'words'>>(commands: readonly Asked[], typed: string): Asked[] =>
  commands
    .flatMap((command) => {
      const rank = rankOf(command, typed)
      return rank === null ? [] : { command, rank }
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command)

/** Returns the palette's commands for the typed text, including those registered while the palette is open. */
export const useCommandsFor = (typed: string): Command[] => {
  // The React Compiler would memoize the list by `typed` and miss newly registered commands.
  'use no memo'
  useStore(commandChanges)
  return [...foundCommands(typed), ...askedFor(allCommands(), typed)]
}
