/** Which dialogs of templates are open, the last on top: opened from the planner's bar, from its sidebar, or from one another. */
import { useSyncExternalStore } from 'react'
import type { AnyTemplate, ShownBlock, TemplateKind } from './template-kinds.ts'

export type TemplateDialog =
  | { is: 'manager'; tab: TemplateKind }
  /** `date`: the day to put it on, or any of the week. */
  | { is: 'apply'; any: AnyTemplate; date: string }
  /** A day, or Monday to Friday, as a template. */
  | { is: 'save'; kind: 'daily' | 'weekly'; days: readonly (readonly ShownBlock[])[]; from: string }

let open: readonly TemplateDialog[] = []
const listeners = new Set<() => void>()
const set = (next: readonly TemplateDialog[]): void => {
  open = next
  for (const heard of listeners) heard()
}

export const openTemplateDialog = (dialog: TemplateDialog): void => set([...open, dialog])
export const closeTemplateDialog = (dialog: TemplateDialog): void => set(open.filter((each) => each !== dialog))

export const useTemplateDialogs = (): readonly TemplateDialog[] =>
  useSyncExternalStore(
    (heard) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    () => open,
  )
