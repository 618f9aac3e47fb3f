import * as Radix from 'radix-ui/internal'
import { type RefObject, Suspense } from 'react'
import { useSettings, useUser } from '#web/features/people/data.ts'
import type { TextHandle } from '#web/features/rich-text/text-handle.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { PickerSettings } from './google-picker.ts'
import { useDrivePick } from './use-drive-pick.ts'

const ConnectDialogPart = lazyPart(async () => (await import('./connect-dialog.tsx')).ConnectDialog)

type DriveToolProps = { text: RefObject<TextHandle | null> }

/** An outline of the Drive logo, in the color of the other toolbar icons. */
const DRIVE = (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinejoin="round"
    className="size-[17px]"
  >
    <path d="M8.7 3.5h6.6l6.2 10.8-3.3 5.7H5.8l-3.3-5.7z" />
    <path d="M15.3 3.5 8.9 14.3M8.7 3.5l6.3 10.8M8.9 14.3h12.3M8.9 14.3 5.8 20" />
  </svg>
)

/**
 * Represents Google's picker in our dialogs' layer stack. While it is mounted, the dialogs ignore focus changes, Escape, and outside
 * clicks. Renders nothing visible.
 */
const PickerLayer = ({ onEscape, keepsFocus }: { onEscape: () => void; keepsFocus: () => boolean }) => (
  <Radix.DismissableLayer.Root
    disableOutsidePointerEvents
    onEscapeKeyDown={onEscape}
    onInteractOutside={(event) => event.preventDefault()}
    className="hidden"
  >
    <Radix.FocusScope.Root
      onMountAutoFocus={(event) => event.preventDefault()}
      onUnmountAutoFocus={(event) => {
        if (keepsFocus()) event.preventDefault()
      }}
    />
  </Radix.DismissableLayer.Root>
)

const Picking = ({ settings, text }: DriveToolProps & { settings: PickerSettings }) => {
  const { step, begin, cancel, hasInserted } = useDrivePick(settings, text)
  return (
    <>
      <IconButton
        label="Insert a file from Google Drive"
        variant="ghost"
        aria-busy={step === 'opening' || undefined}
        onClick={() => {
          if (step === 'idle') void begin()
        }}
      >
        {step === 'opening' ? <Spinner /> : DRIVE}
      </IconButton>
      <Suspense>{step === 'asking' && <ConnectDialogPart onConnected={() => void begin(true)} onClose={cancel} />}</Suspense>
      {step === 'picking' && <PickerLayer onEscape={cancel} keepsFocus={() => hasInserted.current} />}
    </>
  )
}

/** A toolbar button that inserts a link to a Google Drive file at the cursor. Hidden from guests, and when no picker is configured. */
export const DriveTool = ({ text }: DriveToolProps) => {
  const { isGuest } = useUser()
  const picker = useSettings().data?.google?.picker
  return picker && !isGuest && <Picking settings={picker} text={text} />
}
