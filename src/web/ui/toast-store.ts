import { createStore, useStore } from '#web/lib/store.ts'

/** How a toast looks; its text always says the same. */
export type ToastTone = 'neutral' | 'success' | 'destructive' | 'alert'

export type ToastMessage = {
  title: string
  description?: string | undefined
  tone?: ToastTone
  /** The one thing that can be done about it, such as Undo. Pressing it closes the toast. */
  action?: { label: string; onPress: () => void }
}

/** The toast that was shown last, perhaps closed by now. Each has its own key, so that a new toast is a new element. */
export type Shown = { key: number; message: ToastMessage } | null

export const lastToast = createStore<Shown>(null)
let count = 0

/** Shows a toast, from anywhere. One at a time: a new one takes the place of the one on show. */
export const showToast = (message: ToastMessage): void => {
  count += 1
  lastToast.set({ key: count, message })
}

export const useLastToast = (): Shown => useStore(lastToast)
