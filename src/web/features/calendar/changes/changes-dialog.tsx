import { CloseButton, Dialog } from '#web/ui/dialog.tsx'
import { ChangesList } from './changes-list.tsx'

const CLOSE = <CloseButton>Close</CloseButton>

/** The last changes in a dialog, for a teacher who asks for them by name. */
export const ChangesDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} size="sm" title="Changes" footer={CLOSE}>
    <ChangesList />
  </Dialog>
)
