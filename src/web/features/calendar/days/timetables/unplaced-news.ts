import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'
import { counted } from '#web/lib/counted.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { addToastLink } from '#web/ui/toasts/toast-store.ts'
import { unplacedQuery } from './unplaced-calls.ts'

type Lessons = readonly Pick<UnplacedLesson, 'id'>[]

const newSince = async (before: Lessons): Promise<Lessons> => {
  const now = await queryClient.fetchQuery({ ...unplacedQuery, staleTime: 0 })
  return now.filter(({ id }) => before.every((one) => one.id !== id))
}

/**
 * Adds '2 unplaced lessons' to the toast of the operation that has just left them without a day. `told` are those that the response lists.
 * Without them, the unplaced lessons are fetched and compared with those from `before`, if they were loaded.
 */
export const linkUnplaced = async (told: Lessons | undefined, before: Lessons | undefined): Promise<void> => {
  const { length } = told ?? (before ? await newSince(before) : [])
  if (length > 0) addToastLink({ label: counted(length, 'unplaced lesson'), onPress: () => runCommand('unplaced') })
}
