import { Keyboard, LogOut, Moon, NotebookPen, RefreshCw, ShieldCheck, SlidersHorizontal, Sun, UserRound } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '#shared/accounts/contract.ts'
import { savePreferences } from '#web/features/people/changes/data.ts'
import { updateReady } from '#web/lib/device/kept-app.ts'
import { type CommandId, runCommand } from '#web/lib/input/commands.ts'
import { useStore } from '#web/lib/store.ts'
import { TOUCH, useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { useWaiting } from '#web/lib/waiting.ts'
import { Count } from '#web/ui/count.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { AccountWords } from './profile-chip.tsx'

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon className="size-4" /> },
] as const

type AccountMenuProps = { user: User; trigger: ReactNode; open: boolean; onOpenChange: (open: boolean) => void }

export const AccountMenu = ({ user, trigger, open, onOpenChange }: AccountMenuProps) => {
  const waiting = useWaiting()
  // Next to the sidebar, whose badges stay in view.
  const isWide = useMedia(WIDE_SCREEN)
  const isTouch = useMedia(TOUCH)
  const hasUpdate = useStore(updateReady)
  const toRun = useRef<CommandId>(undefined)
  const runChosen = () => {
    if (toRun.current) runCommand(toRun.current)
    toRun.current = undefined
  }
  const run = (id: CommandId) => {
    toRun.current = id
  }
  return (
    <Menu
      className="w-[260px]"
      side={isWide ? 'left' : 'bottom'}
      align={isWide ? 'start' : 'end'}
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={runChosen}
    >
      <AccountWords user={user} className="block px-2.5 pt-1 pb-1.5" />
      <MenuItem icon={<UserRound className="size-4" />} onSelect={() => run('account')}>
        Account Management
      </MenuItem>
      {user.isAdmin && (
        <MenuItem icon={<ShieldCheck className="size-4" />} onSelect={() => navigate('/admin')}>
          Admin dashboard
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuChoice label="Theme" value={user.preferences.theme} options={THEMES} onChange={(theme) => savePreferences({ theme })} />
      <MenuSeparator />
      <MenuItem icon={<NotebookPen className="size-4" />} onSelect={() => run('special-notes')}>
        Special Notes
      </MenuItem>
      <MenuItem icon={<SlidersHorizontal className="size-4" />} onSelect={() => run('preferences')}>
        <span className="flex-1">Preferences</span>
        <Count value={waiting.get('preferences') ?? 0} />
      </MenuItem>
      {!isTouch && (
        <MenuItem icon={<Keyboard className="size-4" />} onSelect={() => run('shortcuts')}>
          <span className="flex-1">Keyboard shortcuts</span>
          <Keys name="?" />
        </MenuItem>
      )}
      {hasUpdate && (
        <MenuItem icon={<RefreshCw className="size-4" />} onSelect={() => window.location.reload()}>
          Update Firstbell
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut className="size-4" />} onSelect={() => run('sign-out')}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
