import { navigate } from 'wouter/use-browser-location'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'

const OPEN: Command = {
  id: 'admin',
  label: 'Admin dashboard',
  group: 'Settings',
  words: 'platform users security system backup maintenance',
  run: () => navigate('/admin'),
}

/** Registers the command that opens the dashboard for platform admins. */
export const AdminCommand = () => {
  useCommands(useUser().isAdmin ? [OPEN] : [])
  return null
}
