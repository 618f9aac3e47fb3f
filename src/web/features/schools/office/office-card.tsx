import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettings } from '#web/features/people/data.ts'
import { mySchoolQuery, remindOffice } from '#web/features/schools/data.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { DevicesSwitch } from './devices-switch.tsx'
import { OfficeDialog } from './office-dialog.tsx'

/** Whether the office's email is confirmed, and a button that mails the link again. */
const Confirmation = ({ email, isConfirmed }: { email: string; isConfirmed: boolean }) => {
  const { data: settings } = useSettings()
  const [isSending, whileSending] = usePending()
  if (isConfirmed) return <p className="text-caption text-ink-soft">Confirmed. Substitute plans go here.</p>
  if (!settings?.mail) return null
  const sendAgain = () =>
    void report(() => whileSending(remindOffice), {
      done: () => ({ title: `We sent a link to ${email}` }),
      failed: (reason) => ({ title: 'Failed to send the link', description: reason }),
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-caption text-ink-soft">Not confirmed yet. We sent a link to this address.</p>
      <Button size="sm" variant="ghost" busy={isSending} onClick={sendAgain}>
        Send again
      </Button>
    </div>
  )
}

/** The school's office: where substitute plans are mailed, and the number that substitutes call. And whether its computers are shared. */
export const OfficeCard = () => {
  const { data } = useQuery(mySchoolQuery)
  const [isEditing, setIsEditing] = useState(false)
  if (!data?.school) return null
  const { officeEmail, officePhone, isOfficeConfirmed } = data.school
  return (
    <section aria-labelledby="school-office">
      <div className="flex items-center justify-between gap-2">
        <h2 id="school-office" className="text-title">
          Office
        </h2>
        <button type="button" className="school-link" aria-haspopup="dialog" onClick={() => setIsEditing(true)}>
          {officeEmail || officePhone ? 'Change…' : 'Set up…'}
        </button>
      </div>
      <div className="mt-1 grid gap-1 text-label break-words">
        {officeEmail && (
          <>
            <p className="font-semibold">{officeEmail}</p>
            <Confirmation email={officeEmail} isConfirmed={isOfficeConfirmed} />
          </>
        )}
        {officePhone && <p>{officePhone}</p>}
        {!officeEmail && (
          <p className="text-caption text-ink-soft">
            Enter the office’s email, and teachers who are out can send it their substitute plans.
          </p>
        )}
      </div>
      <div className="mt-3 border-t border-line pt-2">
        <DevicesSwitch />
      </div>
      {isEditing && <OfficeDialog email={officeEmail ?? ''} phone={officePhone ?? ''} onClose={() => setIsEditing(false)} />}
    </section>
  )
}
