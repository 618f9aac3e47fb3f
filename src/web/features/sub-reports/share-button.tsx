import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { classroomWith } from '#shared/sub-plans/rules.ts'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { officeQuery } from '#web/features/sub-plans/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { report as reportCall } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { shareReport } from './data.ts'

const SEND = <Send className="size-[15px]" />

/** Mails a report to the office, after a question that names the address. */
export const ShareButton = ({ report: { id, sharedAt } }: { report: SubReport }) => {
  const { classroom, isGuest } = useUser()
  const hasMail = useSettings().data?.mail === true && !isGuest
  const { data: school = null } = useQuery({ ...officeQuery, enabled: hasMail })
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { officeEmail } = classroomWith(classroom, school)
  if (!hasMail) return null
  const ask = () => {
    if (officeEmail !== '') setIsAsking(true)
    else
      showToast({
        title: 'Enter the office’s email first',
        description: 'You’ll find it in Special Notes.',
        action: { label: 'Special Notes', onPress: () => runCommand('special-notes') },
      })
  }
  const share = async () => {
    setIsAsking(false)
    setIsBusy(true)
    await reportCall(() => shareReport(id), {
      done: () => ({ title: 'The report is on its way to the office', description: officeEmail }),
      failed: (reason) => ({ title: 'The report wasn’t shared', description: reason }),
    })
    setIsBusy(false)
  }
  return (
    <>
      <Button variant="ghost" size="sm" icon={SEND} busy={isBusy} className="justify-self-start -ml-[11px]" onClick={ask}>
        {sharedAt === null ? 'Share with the office' : 'Share again'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Share this report with the office?"
        description={`We’ll email all of it to ${officeEmail}, with the students’ names in it.`}
        confirmLabel="Share"
        onConfirm={() => void share()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
