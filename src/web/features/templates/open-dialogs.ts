/** The stack of open template dialogs, topmost last. The planner's toolbar, the sidebar and the template dialogs can all open one. */
import { createStore, useStore } from '#web/lib/store.ts'
import type { SourceKey } from './repeats/repeat-source.ts'
import type { AnyTemplate, ShownBlock, TemplateKind } from './template-kinds.ts'

export type TemplateDialog =
  | { is: 'manager'; tab: TemplateKind }
  /** `date`: the day to apply a daily template to, or any day in the week to apply a weekly template to. */
  | { is: 'apply'; entry: AnyTemplate; date: string }
  /** `date`: the day to repeat, any day in the week to repeat, or the first day to apply a template to. */
  | { is: 'repeat'; source: SourceKey; date: string }
  /** `date`: any day in the week to fill. */
  | { is: 'last-year'; date: string }
  /** Saves a day, or Monday to Friday, as a template. `hidden`: indexes of the blocked days, whose lessons the planner hides. */
  | { is: 'save'; kind: 'daily' | 'weekly'; days: readonly (readonly ShownBlock[])[]; hidden: readonly number[]; from: string }

const open = createStore<readonly TemplateDialog[]>([])

export const openTemplateDialog = (dialog: TemplateDialog): void => open.set([...open.get(), dialog])
export const closeTemplateDialog = (dialog: TemplateDialog): void => open.set(open.get().filter((each) => each !== dialog))

export const useTemplateDialogs = (): readonly TemplateDialog[] => useStore(open)
