import { createStore, useStore } from '#web/lib/store.ts'

/** Visual style. The text alone must already convey the meaning. */
export type ToastTone = 'neutral' | 'success' | 'destructive' | 'alert'

export type ToastMessage = {
  title: string
  description?: string | undefined
  /** An alert remains until dismissed, alongside any other toast. All other toasts close automatically. */
  tone?: ToastTone
  /** One optional action, such as Undo. Clicking it closes the toast. */
  action?: { label: string; onPress: () => void }
  /** What else the change led to, as a link. Clicking it keeps the action. */
  link?: { label: string; onPress: () => void }
}

/** A visible toast. Each has a unique key, so that a new toast is a new element. */
export type Shown = { key: number; message: ToastMessage }

/** The latest toast that isn't an alert. It may already be closed. */
export const lastToast = createStore<Shown | null>(null)
const shown = createStore<readonly Shown[]>([])
let count = 0

const isAlert = ({ message }: Shown): boolean => message.tone === 'alert'

/** Shows a toast from anywhere in the app. A new toast replaces the current one, but alerts remain. */
export const showToast = (message: ToastMessage): void => {
  count += 1
  const toast = { key: count, message }
  if (!isAlert(toast)) lastToast.set(toast)
  shown.set([...shown.get().filter((other) => isAlert(other) || isAlert(toast)), toast])
}

/** Adds a link to the latest toast, or shows it in a toast of its own if that one is closed. */
export const addToastLink = (link: NonNullable<ToastMessage['link']>): void => {
  const last = lastToast.get()
  if (!last || !shown.get().includes(last)) {
    showToast({ title: link.label, action: { label: 'Show', onPress: link.onPress } })
    return
  }
  const linked = { ...last, message: { ...last.message, link } }
  lastToast.set(linked)
  shown.set(shown.get().map((toast) => (toast === last ? linked : toast)))
}

export const closeToast = (key: number): void => shown.set(shown.get().filter((toast) => toast.key !== key))

/** Returns the visible toasts, latest last. */
export const useToasts = (): readonly Shown[] => useStore(shown)

/** Elements that hold the toasts while dialogs are open. The topmost dialog's element is last. */
const places = createStore<readonly HTMLElement[]>([])

/** A ref callback for an element in a dialog. Toasts appear in that element instead of covering the dialog. */
export const toastPlace = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element) return undefined
  places.set([...places.get(), element])
  return () => places.set(places.get().filter((place) => place !== element))
}

export const useToastPlace = (): HTMLElement | undefined => useStore(places).at(-1)

/** Keeps the dialog open if the outside click was on a toast. */
export const keepForToasts = (event: Event & { detail: { originalEvent: Event } }): void => {
  const { target } = event.detail.originalEvent
  if (target instanceof Element && target.closest('[data-toasts]')) event.preventDefault()
}
