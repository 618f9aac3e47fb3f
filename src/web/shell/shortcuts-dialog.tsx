import { useState } from 'react'
import { allCommands, COMMAND_GROUPS } from '#web/lib/input/commands.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { isMac } from '#web/lib/platform.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { areSingleKeysOff } from './single-keys.ts'

/** Lists the shortcuts for the current commands. Users who press single-key shortcuts by accident can turn them off. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const [areOn, setAreOn] = useState(() => !areSingleKeysOff.get())
  const commands = allCommands().filter(({ key }) => key !== undefined)
  return (
    <Dialog onClose={onClose} size="sm" title="Keyboard Shortcuts" description="Off while you’re typing in a field or a dialog is open.">
      {COMMAND_GROUPS.map((group) => {
        const ofGroup = commands.filter((command) => command.group === group)
        return (
          ofGroup.length > 0 && (
            <section key={group} className="mb-4">
              <h3 className="mb-1 font-text text-small font-semibold tracking-normal text-ink-soft">{group}</h3>
              <dl>
                {ofGroup.map(({ id, label, key = '' }) => (
                  <div key={id} className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-0">
                    <dt>{label}</dt>
                    <dd>
                      <Keys name={keyName(key, isMac)} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        )
      })}
      <Switch
        label="Single-key shortcuts"
        description={`When off, only ${keyName('Mod+k', isMac)} works on this device`}
        checked={areOn}
        onChange={(isOn) => {
          areSingleKeysOff.set(!isOn)
          setAreOn(isOn)
        }}
      />
    </Dialog>
  )
}
