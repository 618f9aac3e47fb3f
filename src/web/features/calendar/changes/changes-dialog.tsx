import { CloseButton, Dialog } from '#web/ui/dialog.tsx'
import { ChangesList } from './changes-list.tsx'

const CLOSE = (
  <div className="flex flex-1 justify-end phone:flex-col">
    <CloseButton>Close</CloseButton>
  </div>
)

/** The last changes in a dialog, for a teacher who asks for them by name. */
export const ChangesDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} size="sm" title="Changes" description="Undo or redo what you changed lately" footer={CLOSE}>
    <ChangesList />
  </Dialog>
)
