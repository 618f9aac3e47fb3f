import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Command, commandsFor } from '#web/lib/commands.ts'
import { isMac } from '#web/lib/platform.ts'
import { keyName } from '#web/lib/shortcut.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Keys } from '#web/ui/keys.tsx'

type OptionProps = { id: string; command: Command; isChosen: boolean; onChoose: () => void; onPoint: () => void }

const Option = ({ id, command, isChosen, onChoose, onPoint }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field above, whose keys choose (a combobox)
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
    <span className="min-w-0 flex-1">{command.label}</span>
    <span className="text-small text-ink-soft">{command.group}</span>
    {command.key && <Keys name={keyName(command.key, isMac)} />}
  </div>
)

/** Everything a teacher can do, found by its name. A combobox: the focus stays in the field, arrows choose, Enter does it. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const toRun = useRef<Command>(undefined)
  const commands = commandsFor(typed).filter((command) => command.id !== 'palette')
  const chosen = commands[position]

  const choose = (command: Command | undefined) => {
    if (!command) return
    toRun.current = command
    onClose()
  }
  const move = (to: number) => {
    const next = (to + commands.length) % commands.length
    setPosition(next)
    document.getElementById(`${id}-${commands[next]?.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || commands.length === 0) return
    if (event.key === 'ArrowDown') move(position + 1)
    else if (event.key === 'ArrowUp') move(position - 1)
    else if (event.key === 'Enter') choose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      onClose={onClose}
      // Afterwards, so that a dialog which the command opens gives the focus back to where it was before this one.
      onClosed={() => toRun.current?.run()}
      size="md"
      title="Find a Command"
      description="Type what you want to do, or a date to go there: Nov 18, 11/18, next Tuesday."
    >
      <TextInput
        role="combobox"
        aria-label="Command or date"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setPosition(0)
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Commands" className="mt-2 h-[46dvh] overflow-y-auto small:h-auto">
        {commands.map((command, at) => (
          <Option
            key={command.id}
            id={`${id}-${command.id}`}
            command={command}
            isChosen={at === position}
            onChoose={() => choose(command)}
            onPoint={() => setPosition(at)}
          />
        ))}
      </div>
      <p role="status" className={clsx('px-2.5 text-ink-soft', commands.length === 0 && 'py-6 text-center')}>
        {commands.length === 0 && 'Nothing is called that. Try another word, or a date.'}
      </p>
    </Dialog>
  )
}
