import { Lock, Printer } from 'lucide-react'
import { useState } from 'react'
import { formatDay, todayIn } from '#shared/dates.ts'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { report as reportCall } from '#web/ui/report.ts'
import { changeReport } from './data.ts'
import { printReport } from './print-report.ts'
import { ShareButton } from './share-button.tsx'

const LOCK = <Lock className="size-3.5 shrink-0" />
const PRINT = <Printer className="size-[15px]" />

/** Says that only the teacher can read a report and how long it is kept. Keeps, prints and shares it. */
export const ReportFoot = ({ report }: { report: SubReport }) => {
  const { id, isKept, deletedOn, sharedAt } = report
  const { timezone } = useUser()
  const [isBusy, setIsBusy] = useState(false)
  const keep = async () => {
    setIsBusy(true)
    await reportCall(() => changeReport(id, { isKept: !isKept }), {
      failed: (reason) => ({ title: isKept ? 'The report is still kept' : 'The report wasn’t kept', description: reason }),
    })
    setIsBusy(false)
  }
  return (
    <div className="report-foot">
      <p>
        {LOCK}
        {sharedAt === null
          ? 'Only you can read this.'
          : `You sent it to the office on ${formatDay(todayIn(timezone, Date.parse(sharedAt)), 'monthDay')}.`}
      </p>
      <Button variant="ghost" size="sm" icon={PRINT} onClick={() => printReport(report)}>
        Print
      </Button>
      <p>
        {deletedOn === null ? 'Kept until you delete your account.' : `Deleted on ${formatDay(deletedOn, 'monthDay')}.`}
        <Button
          variant="ghost"
          size="sm"
          busy={isBusy}
          aria-label={isKept ? 'Don’t keep this report' : 'Keep this report'}
          onClick={() => void keep()}
        >
          {isKept ? 'Don’t keep' : 'Keep'}
        </Button>
      </p>
      <ShareButton report={report} />
    </div>
  )
}
