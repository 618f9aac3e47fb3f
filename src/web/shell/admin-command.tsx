import { navigate } from 'wouter/use-browser-location'
import { useUser } from '#web/features/accounts/data.ts'
import { type Command, useCommands } from '#web/lib/commands.ts'

const OPEN: Command = {
  id: 'admin',
  label: 'Admin Dashboard',
  group: 'Settings',
  words: 'platform users security system backup maintenance',
  run: () => navigate('/admin'),
}

/** Opens the dashboard of those who look after the platform. */
export const AdminCommand = () => {
  useCommands(useUser().isAdmin ? [OPEN] : [])
  return null
}
