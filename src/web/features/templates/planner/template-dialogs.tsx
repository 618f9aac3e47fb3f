import { ApplyDialog } from '#web/features/templates/apply/apply-dialog.tsx'
import { SaveTemplateDialog } from '#web/features/templates/forms/save-template-dialog.tsx'
import { closeTemplateDialog, type TemplateDialog } from '#web/features/templates/open-dialogs.ts'
import { RepeatDialog } from '#web/features/templates/repeats/repeat-dialog.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const ManagerPart = lazyPart(async () => (await import('#web/features/templates/library/template-library.tsx')).TemplateManager)
const LastYearPart = lazyPart(async () => (await import('#web/features/templates/last-year/last-year-dialog.tsx')).LastYearDialog)
const UseBlockPart = lazyPart(async () => (await import('#web/features/templates/apply/use-block-dialog.tsx')).UseBlockDialog)

const Shown = ({ dialog }: { dialog: TemplateDialog }) => {
  const close = () => closeTemplateDialog(dialog)
  if (dialog.is === 'manager') return <ManagerPart initialTab={dialog.tab} onClose={close} />
  if (dialog.is === 'save') {
    const { kind, days, hidden, from } = dialog
    return <SaveTemplateDialog source={{ kind, days, hidden }} initialName="" description={from} onClose={close} />
  }
  if (dialog.is === 'repeat') return <RepeatDialog source={dialog.source} date={dialog.date} onClose={close} />
  if (dialog.is === 'last-year') return <LastYearPart date={dialog.date} onClose={close} />
  const { entry, date } = dialog
  if (entry.kind === 'timeBlock') return <UseBlockPart template={entry.template} initialDate={date} onClose={close} />
  return <ApplyDialog entry={entry} initialDate={date} onClose={close} />
}

/** Renders all open template dialogs, stacked in order. */
export const TemplateDialogs = ({ dialogs }: { dialogs: readonly TemplateDialog[] }) =>
  dialogs.map((dialog, depth) => <Shown key={`${depth} ${dialog.is}`} dialog={dialog} />)
