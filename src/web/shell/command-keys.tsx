import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { hasUnsent } from '#web/features/calendar/days/outbox/unsent.ts'
import { isReading } from '#web/features/calendar/viewing/is-reading.ts'
import { savePreferences, useSetTutorial, useUser } from '#web/features/people/data.ts'
import { askedSearch } from '#web/features/search/asked-search.ts'
import { useLogout } from '#web/features/sign-in/data.ts'
import { allCommands, type Command, useCommands } from '#web/lib/input/commands.ts'
import { areKeysTaken, isPressOf, isSingleKey } from '#web/lib/input/shortcut.ts'
import { areSingleKeysOff } from '#web/lib/input/single-keys.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { createStore, useStore } from '#web/lib/store.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'

const SearchPart = lazyPart(async () => (await import('#web/features/search/search-overlay.tsx')).SearchOverlay)
const accountAt = (tab?: string) =>
  lazyPart(async () => {
    const { Account } = await import('./account.tsx')
    return (props: { onClose: () => void }) => <Account {...props} {...(tab && { tab })} />
  })

const DIALOGS = {
  account: accountAt(),
  export: accountAt('data'),
  security: accountAt('security'),
  shortcuts: lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
  signOut: lazyPart(async () => (await import('#web/features/sign-in/sign-out-question.tsx')).SignOutQuestion),
  preferences: lazyPart(async () => (await import('./preferences.tsx')).Preferences),
}

const SIGN_UP: Command = {
  id: 'sign-up',
  label: 'Sign Up',
  group: 'Settings',
  words: 'register account keep',
  run: () => navigate(SIGN_UP_ADDRESS),
}

/** The shortest time between two runs of a command whose key is held down, in milliseconds: about ten weeks a second. */
const PACE_MS = 90
/** Whether the last command is on screen and a held key may run it again. */
const isPainted = createStore(true)

/** Runs a command. While a key is held down, skips its repeats until the browser has painted the last run. */
const runPaced = ({ run }: Command, isRepeat: boolean): void => {
  if (isRepeat && !isPainted.get()) return
  isPainted.set(false)
  run()
  setTimeout(() => {
    // The browser starts the second frame only when the first is on screen.
    requestAnimationFrame(() => requestAnimationFrame(() => isPainted.set(true)))
  }, PACE_MS)
}

const handleKeys = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || areKeysTaken(event)) return
  const pressed = allCommands().find((command) => command.key !== undefined && isPressOf(command.key, event))
  if (!pressed || (isSingleKey(pressed) && areSingleKeysOff.get())) return
  event.preventDefault()
  runPaced(pressed, event.repeat)
}

type AheadProps = { onType: (change: (typed: string) => string) => void; onClose: () => void }

/**
 * Shown in place of the search while its files load. Captures what the teacher types. Ignores Enter, because the results aren't visible
 * yet.
 */
const TypedAhead = ({ onType, onClose }: AheadProps) => {
  // Uses a layout effect so that no keystroke is lost before the listener is attached. Stays active until the search's text field has
  // focus.
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || areKeysTaken(event)) return
      // Otherwise, the key press could activate the focused button.
      event.preventDefault()
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') onType((typed) => typed.slice(0, -1))
      else if (event.key.length === 1) onType((typed) => typed + event.key)
    }
    window.addEventListener('keydown', take)
    return () => window.removeEventListener('keydown', take)
  }, [onType, onClose])
  return null
}

type ShellCommands = { onOpen: (dialog: keyof typeof DIALOGS) => void; onSearch: () => void }

/** Registers the shell's own commands. */
const useShellCommands = ({ onOpen, onSearch }: ShellCommands): void => {
  const { preferences, isGuest } = useUser()
  const { mutate: logout } = useLogout()
  const setTutorial = useSetTutorial()
  const { kind, mayEdit } = useCalendar()
  const { theme, compactView } = preferences
  const hasTour = kind === 'own' && mayEdit

  // Signing out would lose edits that aren't sent, and a guest would lose the whole planner.
  const signOut = async () => (isGuest || (await hasUnsent()) ? onOpen('signOut') : logout())

  const commands: Command[] = [
    {
      id: 'account',
      label: 'Account Management',
      group: 'Settings',
      words: 'profile picture password security delete settings',
      run: () => onOpen('account'),
    },
    {
      id: 'export',
      label: 'Export my data',
      group: 'Settings',
      words: 'download backup copy save file account',
      run: () => onOpen('export'),
    },
    {
      id: 'security',
      label: 'Password and security',
      group: 'Settings',
      words: 'change devices sign in google account',
      run: () => onOpen('security'),
    },
    {
      id: 'preferences',
      label: 'Preferences',
      group: 'Settings',
      words: 'options settings time format school',
      run: () => onOpen('preferences'),
    },
    {
      id: 'theme',
      label: theme === 'dark' ? 'Use light theme' : 'Use dark theme',
      group: 'Settings',
      words: 'mode colors night day',
      run: () => savePreferences({ theme: theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'compact-view',
      label: compactView ? 'Turn compact view off' : 'Turn compact view on',
      group: 'Settings',
      words: 'density comfortable',
      run: () => savePreferences({ compactView: !compactView }),
    },
    ...(hasTour
      ? ([
          { id: 'tour', label: 'Take the tour', group: 'Help', words: 'help tutorial guide start learn', run: () => setTutorial(true) },
        ] as const)
      : []),
    ...(isGuest ? [SIGN_UP] : []),
    { id: 'sign-out', label: 'Sign out', group: 'Settings', words: 'log out leave', run: () => void signOut() },
    { id: 'search', label: 'Search lessons', group: 'Plan', key: '/', run: onSearch },
    { id: 'palette', label: 'Search or jump to', group: 'Help', key: 'Mod+k', run: onSearch },
    { id: 'shortcuts', label: 'Keyboard shortcuts', group: 'Help', key: '?', words: 'keys help', run: () => onOpen('shortcuts') },
  ]
  useCommands(commands)
}

/** Opens the search with the words that an address asked for, once the teacher has left the gate, which covers the planner. */
const useAskedSearch = (onAsk: (words: string) => void): void => {
  const asked = useStore(askedSearch)
  const { kind, mayEdit } = useCalendar()
  const isReadable = useStore(isReading) || mayEdit || kind !== 'own'
  useEffect(() => {
    if (asked === null || !isReadable) return
    askedSearch.set(null)
    onAsk(asked)
  }, [asked, isReadable, onAsk])
}

/** Handles the shortcuts of all commands, registers the shell's own commands and renders their dialogs. */
export const CommandKeys = () => {
  const [open, setOpen] = useState<keyof typeof DIALOGS | 'search'>()
  const [typed, setTyped] = useState('')
  const openSearch = (words: string) => {
    setTyped(words)
    setOpen('search')
  }
  const close = () => setOpen(undefined)
  useShellCommands({ onOpen: setOpen, onSearch: () => openSearch('') })
  useAskedSearch(openSearch)

  // Uses a layout effect so shortcuts work as soon as the page is visible.
  useLayoutEffect(() => {
    // While a dialog is still loading, keystrokes are meant for it.
    if (open) return undefined
    window.addEventListener('keydown', handleKeys)
    return () => window.removeEventListener('keydown', handleKeys)
  }, [open])
  useEffect(() => whenIdle(() => [SearchPart, ...Object.values(DIALOGS)].forEach((part) => void part.preload())), [])

  if (open === 'search')
    return (
      <Suspense fallback={<TypedAhead onType={setTyped} onClose={close} />}>
        <SearchPart typed={typed} onType={setTyped} onClose={close} />
      </Suspense>
    )
  const OpenDialog = open && DIALOGS[open]
  return <Suspense>{OpenDialog && <OpenDialog onClose={close} />}</Suspense>
}
