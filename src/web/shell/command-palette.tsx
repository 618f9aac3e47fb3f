import { clsx } from 'clsx'
import { Fragment, type KeyboardEvent, useId, useRef, useState } from 'react'
import { type FoundEntry, useFoundLessons } from '#web/features/search/palette-lessons.tsx'
import { type Command, useCommandsFor } from '#web/lib/input/commands.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { isMac } from '#web/lib/platform.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Keys } from '#web/ui/keys.tsx'

type OptionProps = { id: string; command: FoundEntry; isChosen: boolean; onChoose: () => void; onPoint: () => void }

const Option = ({ id, command, isChosen, onChoose, onPoint }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: focus stays in the text field, which handles the keys (a combobox)
  <div
    id={id}
    role="option"
    aria-selected={isChosen}
    onClick={onChoose}
    onPointerMove={onPoint}
    className={clsx(
      'flex min-h-10 cursor-pointer scroll-my-2 items-center gap-3 rounded-lg px-2.5 font-medium small:min-h-11',
      isChosen && 'bg-brand-soft',
    )}
  >
    {command.content ? (
      <span className="min-w-0 flex-1 py-1.5 font-normal">
        <span className="sr-only">{command.heading}: </span>
        {command.content}
      </span>
    ) : (
      <>
        <span className="min-w-0 flex-1">{command.label}</span>
        <span className="text-small text-ink-soft">{command.group}</span>
      </>
    )}
    {command.key && <Keys name={keyName(command.key, isMac)} />}
  </div>
)

type CommandPaletteProps = { typed: string; onType: (typed: string) => void; onClose: () => void }

/** Finds commands by name and lessons by their text. A combobox: focus stays in the text field, arrow keys select, and Enter runs. */
export const CommandPalette = ({ typed, onType, onClose }: CommandPaletteProps) => {
  const id = useId()
  const [chosenId, setChosenId] = useState<string>()
  const toRun = useRef<Command>(undefined)
  const found = useFoundLessons(typed)
  const commands: FoundEntry[] = [...useCommandsFor(typed).filter((command) => command.id !== 'palette'), ...found.entries]
  const chosen = commands.find((command) => command.id === chosenId) ?? commands[0]
  // Keeps the selection so Enter doesn't run a command that loads later and is listed first.
  if (chosen?.id !== chosenId) setChosenId(chosen?.id)

  const choose = (command: Command | undefined) => {
    if (!command) return
    toRun.current = command
    onClose()
  }
  const move = (step: 1 | -1) => {
    const next = commands.at((commands.findIndex((command) => command.id === chosenId) + step) % commands.length)
    setChosenId(next?.id)
    document.getElementById(`${id}-${next?.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || commands.length === 0) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') choose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      onClose={onClose}
      // Run after closing so a dialog opened by the command returns focus to the element focused before the palette.
      onClosed={() => toRun.current?.run()}
      size="md"
      title="Search or jump to"
      description="Search lessons and commands, or type a date: Nov 18, 11/18, next Tuesday."
    >
      <TextInput
        role="combobox"
        aria-label="Search lessons, commands, or dates"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={typed}
        onChange={(event) => {
          onType(event.target.value)
          setChosenId(undefined)
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Commands" className="mt-2 h-[46dvh] overflow-y-auto small:h-auto">
        {commands.map((command, at) => (
          <Fragment key={command.id}>
            {command.heading && command.heading !== commands[at - 1]?.heading && (
              <div aria-hidden="true" className="mt-2 px-2.5 text-small font-semibold text-ink-soft tabular">
                {command.heading}
              </div>
            )}
            <Option
              id={`${id}-${command.id}`}
              command={command}
              isChosen={command === chosen}
              onChoose={() => choose(command)}
              onPoint={() => setChosenId(command.id)}
            />
          </Fragment>
        ))}
      </div>
      <p role="status" className={clsx('px-2.5 text-ink-soft', found.said && 'pt-2', commands.length === 0 && 'py-6 text-center')}>
        {found.said || (commands.length === 0 && 'No matches. Try another word or a date.')}
      </p>
    </Dialog>
  )
}
