/** The stack of open template dialogs, topmost last. The planner's bar, its sidebar and the dialogs themselves open them. */
import { createStore, useStore } from '#web/lib/store.ts'
import type { SourceKey } from './repeats/repeat-source.ts'
import type { AnyTemplate, ShownBlock, TemplateKind } from './template-kinds.ts'

export type TemplateDialog =
  | { is: 'manager'; tab: TemplateKind }
  /** `date`: the day to apply it to, or any day of the week. */
  | { is: 'apply'; entry: AnyTemplate; date: string }
  /** `date`: the day to repeat, any day of the week to repeat, or the first day for a template. */
  | { is: 'repeat'; source: SourceKey; date: string }
  /** Saves a day, or Monday to Friday, as a template. `hidden`: indexes of the blocked days, whose lessons the planner doesn't show. */
  | { is: 'save'; kind: 'daily' | 'weekly'; days: readonly (readonly ShownBlock[])[]; hidden: readonly number[]; from: string }

const open = createStore<readonly TemplateDialog[]>([])

export const openTemplateDialog = (dialog: TemplateDialog): void => open.set([...open.get(), dialog])
export const closeTemplateDialog = (dialog: TemplateDialog): void => open.set(open.get().filter((each) => each !== dialog))

export const useTemplateDialogs = (): readonly TemplateDialog[] => useStore(open)
