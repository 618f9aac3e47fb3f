import { clsx } from 'clsx'
import { Eye, Undo2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

const LOOKS = <Eye className="size-[19px] shrink-0 phone:hidden" />
const SMALL_LOOKS = <Eye className="hidden size-3.5 phone:block" />
const BACK = <Undo2 className="size-4 phone:hidden" />

type ReadOnlyBannerProps = {
  title: string
  /** A shorter title for phones. Screen readers read the whole title. */
  short?: string
  back: string
  /** False if `back` leads on, not back. */
  isReturn?: boolean
  onBack: () => void
}

/** The banner above a read-only schedule: its name, and a button to go back. Low on a phone, so that the lessons have the screen. */
export const ReadOnlyBanner = ({ title, short, back, isReturn = true, onBack }: ReadOnlyBannerProps) => (
  <div className="viewing-banner">
    {LOOKS}
    <p role="status" className="flex min-w-0 flex-1 phone:basis-[7ch] flex-wrap items-center gap-x-3 gap-y-1 phone:gap-y-0">
      <strong className="text-lead leading-snug font-semibold phone:line-clamp-2 phone:text-control phone:leading-tight">
        <span className={clsx(short && 'phone:sr-only')}>{title}</span>
        {short && (
          <span aria-hidden="true" className="hidden phone:inline">
            {short}
          </span>
        )}
      </strong>
      <span className="flex items-center gap-1 rounded-full border border-current px-2.5 text-small font-semibold whitespace-nowrap phone:border-0 phone:px-0 phone:text-tiny">
        {SMALL_LOOKS}
        Read-only
      </span>
    </p>
    <Button
      size="sm"
      icon={isReturn && BACK}
      className="border-transparent! text-blocked! phone:bg-transparent! phone:px-1 phone:text-current! phone:underline phone:shadow-none"
      onClick={onBack}
    >
      {back}
    </Button>
  </div>
)
