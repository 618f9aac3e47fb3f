import { Dialog } from '#web/ui/dialog.tsx'

type SeeItDialogProps = {
  url: string
  /** A name for what the frame shows, such as the plan's days. */
  days: string
  onClose: () => void
}

/** Shows a link's page as the substitute sees it, in a frame of a phone's width. Looking at it doesn't count as an opening: see the page's script. */
export const SeeItDialog = ({ url, days, onClose }: SeeItDialogProps) => (
  <Dialog onClose={onClose} size="sm" isSheet={false} title="What your substitute sees" description={days}>
    <iframe
      src={url}
      title={`The substitute’s page, ${days}`}
      className="block h-[min(720px,calc(100dvh-180px))] w-full rounded-card border border-line bg-white phone:h-[calc(100dvh-140px)]"
    />
  </Dialog>
)
