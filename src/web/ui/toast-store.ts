import { createStore, useStore } from '#web/lib/store.ts'

/** How a toast is dressed; it is always said in words too. */
export type ToastTone = 'neutral' | 'success' | 'destructive' | 'alert'

export type ToastMessage = {
  title: string
  description?: string | undefined
  /** An alert stays until it is closed, beside whatever else is shown; any other toast goes by itself. */
  tone?: ToastTone
  /** The one thing that can be done about it, such as Undo. Pressing it closes the toast. */
  action?: { label: string; onPress: () => void }
}

/** A toast on show: each showing has its own key, so that a new toast is a new element. */
export type Shown = { key: number; message: ToastMessage }

/** What was shown last apart from alerts, perhaps closed by now. */
export const lastToast = createStore<Shown | null>(null)
const shown = createStore<readonly Shown[]>([])
let count = 0

const isAlert = ({ message }: Shown): boolean => message.tone === 'alert'

/** Shows a toast, from anywhere. One at a time: a new one takes the place of the one on show; alerts stay beside it. */
export const showToast = (message: ToastMessage): void => {
  count += 1
  const toast = { key: count, message }
  if (!isAlert(toast)) lastToast.set(toast)
  shown.set([...shown.get().filter((other) => isAlert(other) || isAlert(toast)), toast])
}

export const closeToast = (key: number): void => shown.set(shown.get().filter((toast) => toast.key !== key))

/** Returns the toasts on show, the latest last. */
export const useToasts = (): readonly Shown[] => useStore(shown)

/** Where toasts stand while a dialog is open, the topmost dialog's last. */
const places = createStore<readonly HTMLElement[]>([])

/** Put it on an element of a dialog: toasts stand there instead of over the dialog, where they would cover it. */
export const toastPlace = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element) return undefined
  places.set([...places.get(), element])
  return () => places.set(places.get().filter((place) => place !== element))
}

export const useToastPlace = (): HTMLElement | undefined => useStore(places).at(-1)

/** A press on a toast is none beside the dialog, which would close it. */
export const keepForToasts = (event: Event & { detail: { originalEvent: Event } }): void => {
  const { target } = event.detail.originalEvent
  if (target instanceof Element && target.closest('[data-toasts]')) event.preventDefault()
}
