import { useMutation } from '@tanstack/react-query'
import { drive } from '#shared/drive/contract.ts'
import { client, RefusedCall } from '#web/lib/api.ts'

const api = client(drive)

/** Returns a token for Google's picker; null where the person has not opened their Drive to Firstbell. */
export const fetchDriveToken = async (): Promise<string | null> => {
  try {
    return (await api.driveToken()).accessToken
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') return null
    throw error
  }
}

/** Forgets what opens the person's own Drive. */
export const useClearDriveTokens = () => useMutation({ mutationFn: () => api.clearDriveTokens() })
