import { type RefObject, useEffect, useRef, useState } from 'react'
import { DRIVE_AWAY, NO_DRIVE_TOKEN } from '#shared/drive/rules.ts'
import type { TextHandle } from '#web/features/rich-text/text-handle.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { fetchDriveToken } from './data.ts'
import { driveLink, type PickedFile } from './drive-link.ts'
import { loadPicker, PickerFailed, type PickerSettings, pickFile } from './google-picker.ts'

const sayError = (description: string): void => showToast({ tone: 'destructive', title: 'Google Drive Error', description })

/** Inserts a link to the file and shows the outcome in a toast. Returns whether the link was inserted. */
const insert = (file: PickedFile, text: TextHandle | null): boolean => {
  const link = driveLink(file)
  if (!link) showToast({ tone: 'destructive', title: 'Could not insert Drive file link' })
  else if (!text) showToast({ tone: 'destructive', title: 'Editor not ready', description: 'Please try again in a moment' })
  else {
    text.insertLink(link)
    showToast({ tone: 'success', title: 'File inserted', description: link.text })
    return true
  }
  return false
}

/** `asking` means that the dialog that requests Drive permission is open. */
type PickState = 'idle' | 'opening' | 'asking' | 'picking'

/** Opens the picker and inserts a link to the picked file into the text. Unmounting cancels the operation. */
export const useDrivePick = (settings: PickerSettings, text: RefObject<TextHandle | null>) => {
  const [step, setStep] = useState<PickState>('idle')
  const run = useRef<AbortController>(undefined)
  const hasInserted = useRef(false)
  useEffect(() => () => run.current?.abort(), [])

  const pick = async (signal: AbortSignal, isAllowed: boolean): Promise<PickState> => {
    const [accessToken] = await Promise.all([fetchDriveToken(), loadPicker(settings.scriptUrl)])
    if (signal.aborted) return 'idle'
    if (accessToken === null && !isAllowed) return 'asking'
    if (accessToken === null) {
      sayError(NO_DRIVE_TOKEN)
      return 'idle'
    }
    setStep('picking')
    const file = await pickFile({ settings, accessToken, signal })
    if (file) hasInserted.current = insert(file, text.current)
    return 'idle'
  }

  /** `isAllowed` is true if the user has just granted permission. */
  const begin = async (isAllowed = false): Promise<void> => {
    run.current?.abort()
    const own = new AbortController()
    run.current = own
    hasInserted.current = false
    setStep('opening')
    try {
      const next = await pick(own.signal, isAllowed)
      if (run.current === own) setStep(next)
    } catch (error) {
      if (own.signal.aborted) return
      setStep('idle')
      sayError(DRIVE_AWAY)
      if (!(error instanceof RefusedCall || error instanceof PickerFailed)) throw error
    }
  }
  const cancel = (): void => {
    run.current?.abort()
    setStep('idle')
  }
  return { step, begin, cancel, hasInserted }
}
