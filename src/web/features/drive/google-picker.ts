/**
 * Google's file picker, which is available only as a hosted script. The types here follow Google's reference:
 * https://developers.google.com/workspace/drive/picker/reference
 */
import type { Settings } from '#shared/accounts/settings/contract.ts'
import type { PickedFile } from './drive-link.ts'
import './google-picker.css'

export type PickerSettings = NonNullable<NonNullable<Settings['google']>['picker']>

/** The picker's maximum size in pixels. */
const SIZE = { width: 1051, height: 650 }
const PATIENCE_MS = 15_000

type Answer = { action: string; docs?: PickedFile[] }
type Picker = { setVisible: (isVisible: boolean) => Picker; dispose: () => void }
type Builder = {
  addView: (view: View) => Builder
  setOAuthToken: (token: string) => Builder
  setDeveloperKey: (key: string) => Builder
  setAppId: (id: string) => Builder
  setOrigin: (origin: string) => Builder
  setSize: (width: number, height: number) => Builder
  setCallback: (callback: (answer: Answer) => void) => Builder
  build: () => Picker
}
type View = { setIncludeFolders: (includes: boolean) => View }
type PickerScript = {
  PickerBuilder: new () => Builder
  DocsView: new () => View
  Action: { PICKED: string; CANCEL: string; ERROR: string }
}

declare global {
  interface Window {
    gapi?: {
      load: (name: string, then: { callback: () => void; onerror: () => void; timeout: number; ontimeout: () => void }) => void
    }
    google?: { picker?: PickerScript }
  }
}

/** Thrown if Google's script or its picker fails. */
export class PickerFailed extends Error {
  override name = 'PickerFailed'
}

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new PickerFailed('The script failed to load'))
    }
    const timer = setTimeout(fail, PATIENCE_MS)
    script.src = address
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    document.head.append(script)
  })

const loadModule = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new PickerFailed('The picker failed to load'))
    if (!window.gapi) return fail()
    window.gapi.load('picker', { callback: resolve, onerror: fail, timeout: PATIENCE_MS, ontimeout: fail })
  })

/** Loads Google's script once. A failed load can be retried. Rejects with {@link PickerFailed}. */
export const loadPicker = async (scriptUrl: string): Promise<void> => {
  if (!window.gapi) await loadScript(scriptUrl)
  if (!window.google?.picker) await loadModule()
}

type Asking = { settings: PickerSettings; accessToken: string; signal: AbortSignal }

/**
 * Shows the picker. Resolves with the picked file, or null if the teacher cancels or `signal` aborts. Rejects with {@link PickerFailed}.
 */
export const pickFile = ({ settings, accessToken, signal }: Asking): Promise<PickedFile | null> =>
  new Promise((resolve, reject) => {
    const script = window.google?.picker
    if (!script) return reject(new PickerFailed('The picker is not loaded'))
    let isOver = false
    const end = (settle: () => void) => {
      if (isOver) return
      isOver = true
      signal.removeEventListener('abort', cancel)
      picker.setVisible(false)
      picker.dispose()
      settle()
    }
    const cancel = () => end(() => resolve(null))
    const picker = new script.PickerBuilder()
      .addView(new script.DocsView().setIncludeFolders(true))
      .setOAuthToken(accessToken)
      .setDeveloperKey(settings.apiKey)
      .setAppId(settings.appId)
      .setOrigin(window.location.origin)
      .setSize(Math.min(SIZE.width, window.innerWidth), Math.min(SIZE.height, window.innerHeight))
      .setCallback(({ action, docs: [file] = [] }) => {
        if (action === script.Action.PICKED) end(() => resolve(file ?? null))
        else if (action === script.Action.CANCEL) cancel()
        else if (action === script.Action.ERROR) end(() => reject(new PickerFailed('The picker failed')))
      })
      .build()
    signal.addEventListener('abort', cancel)
    picker.setVisible(true)
  })
