import { type ComponentType, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUser } from '#web/features/accounts/data.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import type { AccountMenu } from './account-menu.tsx'
import { ProfileChip } from './profile-chip.tsx'

/**
 * Who is signed in and how the account stands, as the button of the account's menu. The menu's files come when the
 * browser is idle, or at the first press, which then opens it as soon as they are here.
 */
export const ProfileMenu = () => {
  const user = useUser()
  const chip = useRef<HTMLButtonElement>(null)
  const [Loaded, setLoaded] = useState<ComponentType<Parameters<typeof AccountMenu>[0]>>()
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    if (Loaded) return undefined
    const fetchMenu = () => {
      import('./account-menu.tsx').then(
        (part) => {
          const hadFocus = document.activeElement === chip.current
          // The button is another element then and no key may be lost in between. An opened menu takes the focus itself.
          flushSync(() => setLoaded(() => part.AccountMenu))
          if (hadFocus && document.activeElement === document.body) chip.current?.focus()
        },
        // Offline by now: the next press tries again.
        () => setIsOpen(false),
      )
    }
    if (!isOpen) return whenIdle(fetchMenu)
    fetchMenu()
    return undefined
  }, [Loaded, isOpen])

  if (!Loaded)
    return (
      <ProfileChip
        user={user}
        ref={chip}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // As the menu's own button does: the files may come while it is held down, and no click follows then.
        onPointerDown={({ button, ctrlKey }) => button === 0 && !ctrlKey && setIsOpen(true)}
        onClick={() => setIsOpen(true)}
      />
    )
  return <Loaded open={isOpen} onOpenChange={setIsOpen} trigger={<ProfileChip user={user} ref={chip} />} user={user} />
}
