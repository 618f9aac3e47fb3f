import { MailWarning } from 'lucide-react'
import { useSettings } from '#web/features/accounts/data.ts'

/** Marks a person whose address nobody has confirmed: they may be somebody else. Nothing where no mail is sent, since nobody can confirm it there. */
export const Unconfirmed = ({ isAddressConfirmed }: { isAddressConfirmed: boolean }) => {
  const { data: settings } = useSettings()
  if (isAddressConfirmed || !settings?.mail) return null
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-brass-soft py-0.5 pr-2.5 pl-2 text-small font-semibold whitespace-nowrap text-brass-ink">
      <MailWarning aria-hidden="true" className="size-[13px]" />
      Address not confirmed
    </span>
  )
}
