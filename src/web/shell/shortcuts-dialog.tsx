import { useState } from 'react'
import { allCommands, COMMAND_GROUPS } from '#web/lib/input/commands.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { areSingleKeysOff } from '#web/lib/input/single-keys.ts'
import { isMac } from '#web/lib/platform.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** Keys that aren't commands, because they depend on what has the focus. A space separates two keys that do the same or the opposite. */
const WHERE_YOU_ARE: readonly { heading: string; keys: readonly (readonly [label: string, key: string])[] }[] = [
  {
    heading: 'On a lesson',
    keys: [
      ['Lesson above or below', '↑ ↓'],
      ['Lesson of another day', '← →'],
      ['First or last lesson of the day', 'Home End'],
      ['Open', 'Enter'],
      ['Menu', 'Shift+Enter'],
      ['Bump, or all that follow', `B ${keyName('Shift+B', isMac)}`],
      ['Extend', 'E'],
      ['Pull back', 'P'],
      ['Lock or unlock', 'L'],
      ['Delete', 'Delete'],
    ],
  },
  {
    heading: 'In a lesson or a form',
    keys: [
      ['Save and close', keyName('Mod+Enter', isMac)],
      ['Close', 'Esc'],
    ],
  },
]

const List = ({ heading, keys }: { heading: string; keys: readonly (readonly [label: string, key: string])[] }) => (
  <section className="mb-4">
    <h3 className="mb-1 font-text text-small font-semibold tracking-normal text-ink-soft">{heading}</h3>
    <dl>
      {keys.map(([label, key]) => (
        <div key={label} className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-0">
          <dt>{label}</dt>
          <dd className="flex gap-1">
            {key.split(' ').map((each) => (
              <Keys key={each} name={each} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Lists the shortcuts for the current commands. Users who press single-key shortcuts by accident can turn them off. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const [areOn, setAreOn] = useState(() => !areSingleKeysOff.get())
  const commands = allCommands().filter(({ key }) => key !== undefined)
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Keyboard shortcuts"
      description="Single keys are off while you’re typing in a field or a dialog is open."
    >
      <div className="gap-x-10 sm:columns-2 *:break-inside-avoid">
        {COMMAND_GROUPS.map((group) => {
          const keys = commands
            .filter((command) => command.group === group)
            .map(({ label, key = '' }) => [label, keyName(key, isMac)] as const)
          return keys.length > 0 && <List key={group} heading={group} keys={keys} />
        })}
        {WHERE_YOU_ARE.map((list) => (
          <List key={list.heading} {...list} />
        ))}
      </div>
      <Switch
        className="mt-2"
        label="Single-key shortcuts"
        description={`When off, only keys with ${isMac ? '⌘' : 'Ctrl'} work on this device`}
        checked={areOn}
        onChange={(isOn) => {
          areSingleKeysOff.set(!isOn)
          setAreOn(isOn)
        }}
      />
    </Dialog>
  )
}
