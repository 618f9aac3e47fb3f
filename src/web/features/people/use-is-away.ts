import { isFromDevice } from '#web/lib/device/kept.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { useOnline } from '#web/lib/net/use-online.ts'
import { useStore } from '#web/lib/store.ts'
import { useSession } from './data.ts'

/** Returns whether there is no network, or Firstbell doesn't respond. */
export const useIsAway = (): boolean => {
  const isOnline = useOnline()
  const { unreached } = useSaveStatus()
  const { error } = useSession()
  const isOpenedAway = useStore(isFromDevice) && error !== null
  return !isOnline || unreached > 0 || isOpenedAway
}

/** Returns whether this page lacks the student notes, because they never leave the server for the device. */
export const useLacksStudentNotes = (): boolean => useStore(isFromDevice)
