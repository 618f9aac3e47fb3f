import { Ellipsis, KeyRound, List, LogOut, ShieldMinus, ShieldPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ListedUser } from '#shared/admin/users/contract.ts'
import { useSettings } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { UserDialog, type UserQuestion } from './user-dialogs.tsx'

const icon = (Icon: typeof List) => <Icon className="size-4" />

/** The actions in a user's row. All other actions are on the user's page. */
export const UserMenu = ({ user, onOpen }: { user: ListedUser; onOpen: (userId: string) => void }) => {
  const { data: settings } = useSettings()
  const chosen = useRef<UserQuestion>(undefined)
  const [asked, setAsked] = useState<UserQuestion>()
  const choose = (question: UserQuestion) => () => {
    chosen.current = question
  }
  return (
    <>
      <Menu
        className="w-[224px]"
        trigger={
          <IconButton label={`More for ${nameOf(user)}`} variant="ghost">
            <Ellipsis className="size-[18px]" />
          </IconButton>
        }
        onClosed={() => {
          setAsked(chosen.current)
          chosen.current = undefined
        }}
      >
        <MenuItem icon={icon(List)} onSelect={() => onOpen(user.id)}>
          Open details
        </MenuItem>
        {settings?.mail && (
          <MenuItem icon={icon(KeyRound)} onSelect={choose('link')}>
            Send reset link…
          </MenuItem>
        )}
        <MenuItem icon={icon(LogOut)} onSelect={choose('devices')}>
          Sign out everywhere…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={icon(user.isAdmin ? ShieldMinus : ShieldPlus)} onSelect={choose(user.isAdmin ? 'not-admin' : 'admin')}>
          {user.isAdmin ? 'Remove Admin' : 'Make Admin'}
        </MenuItem>
      </Menu>
      {asked && <UserDialog asked={asked} user={user} onClose={() => setAsked(undefined)} />}
    </>
  )
}
