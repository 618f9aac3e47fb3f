import { useMutation } from '@tanstack/react-query'
import { drive } from '#shared/drive/contract.ts'
import { client, RefusedCall } from '#web/lib/net/api.ts'

const api = client(drive)

/** Returns an access token for Google's picker, or null if the user hasn't connected Google Drive. */
export const fetchDriveToken = async (): Promise<string | null> => {
  try {
    return (await api.driveToken()).accessToken
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') return null
    throw error
  }
}

/** Revokes and deletes the user's own Drive tokens. */
export const useClearDriveTokens = () => useMutation({ mutationFn: () => api.clearDriveTokens() })
