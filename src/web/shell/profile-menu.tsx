import { clsx } from 'clsx'
import { ChevronRight, LogOut, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLogout, useUpdatePreferences, useUser } from '#web/features/accounts/data.ts'
import { initialsOf, nameOf, statusLineOf } from '#web/features/accounts/person.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'

const MINUTE_MS = 60_000
const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className="size-4" /> },
] as const

/** Epoch milliseconds, followed minute by minute: a planner stays open for days, and a trial ends in between. */
const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Who is signed in and how the account stands; opens the menu of what belongs to the account. */
export const ProfileMenu = () => {
  const user = useUser()
  const status = statusLineOf(user, useNow())
  const updatePreferences = useUpdatePreferences()
  const logout = useLogout()
  const name = nameOf(user)

  return (
    <Menu
      className="w-[232px]"
      trigger={
        <button
          type="button"
          aria-label={`Account: ${name}, ${status.words}`}
          className="flex items-center gap-[11px] rounded-full text-left transition-colors duration-150 hover:bg-sunken wide:w-full wide:rounded-card wide:border wide:border-line wide:p-2.5"
        >
          {user.profileImage ? (
            <img src={user.profileImage} alt="" className="size-[38px] rounded-full object-cover small:size-11" />
          ) : (
            <span className="grid size-[38px] shrink-0 place-items-center rounded-full bg-brass-soft text-[13px] font-bold text-brass-ink small:size-11">
              {initialsOf(user)}
            </span>
          )}
          <span className="hidden min-w-0 flex-1 wide:block">
            <strong className="block truncate font-semibold">{name}</strong>
            <span className={clsx('block truncate text-xs', status.isEnded ? 'font-medium text-blocked' : 'text-brass-ink')}>{status.words}</span>
          </span>
          <ChevronRight aria-hidden="true" className="hidden size-4 shrink-0 text-ink-soft wide:block" />
        </button>
      }
    >
      <div className="px-2.5 pt-1 pb-2 wide:hidden">
        <div className="truncate font-semibold">{name}</div>
        <div className={clsx('text-xs', status.isEnded ? 'text-blocked' : 'text-brass-ink')}>{status.words}</div>
      </div>
      <MenuChoice label="Theme" value={user.preferences.theme} options={THEMES} onChange={(theme) => updatePreferences({ theme })} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" className="size-4" />} onSelect={() => logout.mutate()}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}
