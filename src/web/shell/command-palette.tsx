import { clsx } from 'clsx'
import { useRef } from 'react'
import { type FoundEntry, useFoundLessons } from '#web/features/search/palette-lessons.tsx'
import { type Command, useCommandsFor } from '#web/lib/input/commands.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { isMac } from '#web/lib/platform.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Keys } from '#web/ui/keys.tsx'

const Entry = ({ command }: { command: FoundEntry }) => (
  <>
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
  </>
)

type CommandPaletteProps = { typed: string; onType: (typed: string) => void; onClose: () => void }

/** Finds commands by name and lessons by their text. */
export const CommandPalette = ({ typed, onType, onClose }: CommandPaletteProps) => {
  const toRun = useRef<Command>(undefined)
  const found = useFoundLessons(typed)
  const commands: FoundEntry[] = [...useCommandsFor(typed).filter((command) => command.id !== 'palette'), ...found.entries]
  const choose = (command: Command) => {
    toRun.current = command
    onClose()
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
      <Combobox
        label="Search lessons, commands, or dates"
        autoFocus
        typed={typed}
        onType={onType}
        listLabel="Commands"
        listClassName="mt-2 h-[46dvh] overflow-y-auto small:h-auto"
        items={commands}
        idOf={({ id }) => id}
        optionClassName={() => 'gap-3'}
        heading={({ heading }, before) =>
          heading &&
          heading !== before?.heading && (
            <div aria-hidden="true" className="mt-2 px-2.5 text-small font-semibold text-ink-soft tabular">
              {heading}
            </div>
          )
        }
        onChoose={choose}
      >
        {(command) => <Entry command={command} />}
      </Combobox>
      <p role="status" className={clsx('px-2.5 text-ink-soft', found.said && 'pt-2', commands.length === 0 && 'py-6 text-center')}>
        {found.said || (commands.length === 0 && 'No matches. Try another word or a date.')}
      </p>
    </Dialog>
  )
}
