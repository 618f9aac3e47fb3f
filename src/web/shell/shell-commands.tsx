import { Suspense, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { hasUnsent } from '#web/features/calendar/days/outbox/unsent.ts'
import { isReading } from '#web/features/calendar/viewing/is-reading.ts'
import { savePreferences, useSetTutorial } from '#web/features/people/changes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { askedSearch } from '#web/features/search/asked-search.ts'
import { useLogout } from '#web/features/sign-in/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'

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

export type ShellDialog = keyof typeof DIALOGS

const SIGN_UP: Command = {
  id: 'sign-up',
  label: 'Sign Up',
  group: 'Settings',
  words: 'register account keep',
  run: () => navigate(SIGN_UP_ADDRESS),
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

type ShellCommandsProps = {
  opened: ShellDialog | undefined
  onOpen: (dialog: ShellDialog) => void
  onSearch: (words: string) => void
  onClose: () => void
}

/** Registers the shell's own commands, except for the search, and renders their dialogs. */
export const ShellCommands = ({ opened, onOpen, onSearch, onClose }: ShellCommandsProps) => {
  const { preferences, isGuest } = useUser()
  const { mutate: logout } = useLogout()
  const setTutorial = useSetTutorial()
  const { kind, mayEdit } = useCalendar()
  const { theme, compactView } = preferences
  useAskedSearch(onSearch)
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
    { id: 'shortcuts', label: 'Keyboard shortcuts', group: 'Help', key: '?', words: 'keys help', run: () => onOpen('shortcuts') },
  ]
  useCommands(commands)
  useEffect(() => whenIdle(() => Object.values(DIALOGS).forEach((part) => void part.preload())), [])

  const OpenDialog = opened && DIALOGS[opened]
  return <Suspense>{OpenDialog && <OpenDialog onClose={onClose} />}</Suspense>
}
