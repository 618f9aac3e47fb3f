import { MailWarning } from 'lucide-react'
import { useSettings } from '#web/features/people/data.ts'

/**
 * Marks a person with an unconfirmed address, who may be someone else. Hidden if the server sends no mail, because then nobody can confirm.
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
