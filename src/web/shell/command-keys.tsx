import { Suspense, useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { useLogout, useUpdatePreferences, useUser } from '#web/features/accounts/data.ts'
import { allCommands, type Command, useCommands } from '#web/lib/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { saveStatus } from '#web/lib/save-status.ts'
import { areKeysTaken, isPressOf, isSingleKey } from '#web/lib/shortcut.ts'
import { areSingleKeysOn } from '#web/lib/storage.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

const DIALOGS = {
  account: lazyPart(async () => (await import('./account.tsx')).Account),
  palette: lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette),
  shortcuts: lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
  signOut: lazyPart(async () => (await import('./sign-out-question.tsx')).SignOutQuestion),
  preferences: lazyPart(async () => (await import('./preferences.tsx')).Preferences),
}

const SIGN_UP: Command = {
  id: 'sign-up',
  label: 'Sign Up',
  group: 'Settings',
  words: 'register account keep',
  run: () => navigate(SIGN_UP_ADDRESS),
}

const handleKeys = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || areKeysTaken(event)) return
  const pressed = allCommands().find((command) => command.key !== undefined && isPressOf(command.key, event))
  if (!pressed || (isSingleKey(pressed) && !areSingleKeysOn())) return
  event.preventDefault()
  pressed.run()
}

/** Handles the keys of all commands, registers those of the frame itself, and shows their dialogs. */
export const CommandKeys = () => {
  const { preferences, isGuest } = useUser()
  const updatePreferences = useUpdatePreferences()
  const { mutate: logout } = useLogout()
  const [open, setOpen] = useState<keyof typeof DIALOGS>()
  const { theme, compactView } = preferences

  // Saves that have not arrived would be lost with the session; and the whole plan of a guest.
  const signOut = () => (isGuest || saveStatus().saving > 0 ? setOpen('signOut') : logout())

  const commands: Command[] = [
    {
      id: 'account',
      label: 'Account Management',
      group: 'Settings',
      words: 'profile picture password security delete',
      run: () => setOpen('account'),
    },
    { id: 'preferences', label: 'Preferences', group: 'Settings', words: 'options settings', run: () => setOpen('preferences') },
    {
      id: 'theme',
      label: theme === 'dark' ? 'Use Light Theme' : 'Use Dark Theme',
      group: 'Settings',
      words: 'mode colors night day',
      run: () => updatePreferences({ theme: theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'compact-view',
      label: compactView ? 'Turn Compact View Off' : 'Turn Compact View On',
      group: 'Settings',
      words: 'density comfortable',
      run: () => updatePreferences({ compactView: !compactView }),
    },
    ...(isGuest ? [SIGN_UP] : []),
    { id: 'sign-out', label: 'Sign Out', group: 'Settings', words: 'log out leave', run: signOut },
    { id: 'search', label: 'Search Lessons', group: 'Plan', key: '/', words: 'find notes text past', run: () => navigate('/search') },
    { id: 'palette', label: 'Find a Command', group: 'Help', key: 'Mod+k', words: 'palette search', run: () => setOpen('palette') },
    { id: 'shortcuts', label: 'Keyboard Shortcuts', group: 'Help', key: '?', words: 'keys', run: () => setOpen('shortcuts') },
  ]
  useCommands(commands)

  useEffect(() => {
    // While a dialog's files are on their way, what is typed is meant for it.
    if (open) return undefined
    window.addEventListener('keydown', handleKeys)
    return () => window.removeEventListener('keydown', handleKeys)
  }, [open])
  useEffect(() => whenIdle(() => Object.values(DIALOGS).forEach((part) => void part.preload())), [])

  const OpenDialog = open && DIALOGS[open]
  return <Suspense>{OpenDialog && <OpenDialog onClose={() => setOpen(undefined)} />}</Suspense>
}
