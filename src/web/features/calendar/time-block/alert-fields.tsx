import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { TextInput } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'

type AlertFieldsProps = {
  draft: Pick<BlockDraft, 'hasAlert' | 'alertMessage'>
  /** True if there's room for the explanation even on a phone. */
  hasRoom?: boolean
  onChange: (change: Partial<Pick<BlockDraft, 'hasAlert' | 'alertMessage'>>) => void
}

/** The fields for a time block's alert and its message. */
export const AlertFields = ({ draft: { hasAlert, alertMessage }, hasRoom = false, onChange }: AlertFieldsProps) => (
  <>
    <Switch
      label="Alert"
      {...((!useMedia(PHONE) || hasRoom) && { description: 'Pops up with your message when this lesson starts' })}
      checked={hasAlert}
      onChange={(isOn) => onChange({ hasAlert: isOn })}
    />
    {hasAlert && (
      <TextInput
        aria-label="Alert message"
        placeholder="What do you need to remember?"
        maxLength={500}
        className="min-w-48 flex-1"
        value={alertMessage}
        onChange={(event) => onChange({ alertMessage: event.target.value })}
      />
    )}
  </>
)
