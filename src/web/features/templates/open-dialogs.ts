/** Which dialogs of templates are open, the last on top: opened from the planner's bar, from its sidebar, or from one another. */
import { createStore, useStore } from '#web/lib/store.ts'
import type { SourceKey } from './repeats/repeat-source.ts'
import type { AnyTemplate, ShownBlock, TemplateKind } from './template-kinds.ts'

export type TemplateDialog =
  | { is: 'manager'; tab: TemplateKind }
  /** `date`: the day to put it on, or any of the week. */
  | { is: 'apply'; entry: AnyTemplate; date: string }
  /** `date`: the day that is repeated, any of the week, or where a template begins. */
  | { is: 'repeat'; source: SourceKey; date: string }
  /** A day, or Monday to Friday, as a template. `hidden`: which of them (from 0) are blocked out, so that their lessons are not seen. */
  | { is: 'save'; kind: 'daily' | 'weekly'; days: readonly (readonly ShownBlock[])[]; hidden: readonly number[]; from: string }

const open = createStore<readonly TemplateDialog[]>([])

export const openTemplateDialog = (dialog: TemplateDialog): void => open.set([...open.get(), dialog])
export const closeTemplateDialog = (dialog: TemplateDialog): void => open.set(open.get().filter((each) => each !== dialog))

export const useTemplateDialogs = (): readonly TemplateDialog[] => useStore(open)
