import { MailWarning } from 'lucide-react'
import { useSettings } from '#web/features/people/data.ts'

/**
 * Marks a user whose address is unconfirmed and may belong to someone else. Hidden if the server doesn't send email, because then users
 * can't confirm their addresses.
 */
export const Unconfirmed = ({ isAddressConfirmed }: { isAddressConfirmed: boolean }) => {
  const { data: settings } = useSettings()
  if (isAddressConfirmed || !settings?.mail) return null
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-brass-soft py-0.5 pr-2.5 pl-2 text-small font-semibold whitespace-nowrap text-brass-ink">
      <MailWarning className="size-[13px]" />
      Email not confirmed
    </span>
  )
}
