import { type ComponentType, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUser } from '#web/features/people/data.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import type { AccountMenu } from './account-menu.tsx'
import { ProfileChip } from './profile-chip.tsx'

/**
 * The account button and its menu. The menu loads when the browser is idle or on the first click. After a click, it opens as soon as it has
 * loaded.
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
          // Loading replaces the button element. Rendering synchronously preserves focus and doesn't drop keystrokes. An open menu takes
          // focus on its own.
          flushSync(() => setLoaded(() => part.AccountMenu))
          if (hadFocus && document.activeElement === document.body) chip.current?.focus()
        },
        // The module failed to load, usually because the browser is offline. The next click retries.
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
        // Opens on pointer down, like the menu's own trigger. If the menu loads while the button is held down, no click event follows.
        onPointerDown={({ button, ctrlKey }) => button === 0 && !ctrlKey && setIsOpen(true)}
        onClick={() => setIsOpen(true)}
      />
    )
  return <Loaded open={isOpen} onOpenChange={setIsOpen} trigger={<ProfileChip user={user} ref={chip} />} user={user} />
}
