import { LogOut, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { useLogout, useUpdatePreferences } from '#web/features/accounts/data.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { AccountWords } from './profile-chip.tsx'

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className="size-4" /> },
] as const

type AccountMenuProps = { user: User; trigger: ReactNode; open: boolean; onOpenChange: (open: boolean) => void }

/** What belongs to the account. */
export const AccountMenu = ({ user, trigger, open, onOpenChange }: AccountMenuProps) => {
  const updatePreferences = useUpdatePreferences()
  const logout = useLogout()
  return (
    <Menu className="w-[238px]" trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <AccountWords user={user} className="block px-2.5 pt-1 pb-1.5 wide:hidden" />
      <MenuChoice label="Theme" value={user.preferences.theme} options={THEMES} onChange={(theme) => updatePreferences({ theme })} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" className="size-4" />} onSelect={() => logout.mutate()}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}
