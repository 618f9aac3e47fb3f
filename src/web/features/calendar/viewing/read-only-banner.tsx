import { Eye, Undo2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

const LOOKS = <Eye className="size-[19px] shrink-0 phone:hidden" />
const BACK = <Undo2 className="size-4" />

type ReadOnlyBannerProps = { title: string; back: string; onBack: () => void }

/** The banner above a read-only schedule: its name, and a button to go back. */
export const ReadOnlyBanner = ({ title, back, onBack }: ReadOnlyBannerProps) => (
  <div className="viewing-banner">
    {LOOKS}
    <p role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 phone:min-h-11 phone:basis-full phone:pr-14">
      <strong className="text-lead leading-snug font-semibold">{title}</strong>
      <span className="rounded-full border border-current px-2.5 text-small font-semibold">Read-only</span>
    </p>
    <Button size="sm" icon={BACK} className="border-transparent! text-blocked! phone:w-full" onClick={onBack}>
      {back}
    </Button>
  </div>
)
