import { OctagonX } from 'lucide-react'
import { formatDay, todayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/mail/campaigns/contract.ts'
import { SEGMENT_NAMES } from '#shared/mail/campaigns/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { useQuestion } from '#web/ui/use-question.tsx'
import { formatNumber } from '../figures.ts'
import { stopCampaign } from './data.ts'

const STATES: Record<Campaign['state'], string> = { preparing: 'Preparing', sending: 'Sending', sent: 'Sent', stopped: 'Stopped' }

const CampaignReport = ({ campaign, onStop }: { campaign: Campaign; onStop: () => void }) => {
  const { timezone } = useUser()
  const { subject, segment, createdAt, state, people, sent, failed, skipped } = campaign
  const done = sent + failed + skipped
  const isUnderWay = state === 'preparing' || state === 'sending'
  const day = formatDay(todayIn(timezone, Date.parse(createdAt)), 'long')
  return (
    <li className="grid gap-2 border-t border-line px-5 py-3.5 first:border-t-0 small:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-60">
          <strong className="block truncate font-semibold">{subject}</strong>
          <span className="text-small text-ink-soft">
            {SEGMENT_NAMES[segment]}, {day}
          </span>
        </span>
        <span className="font-semibold">{STATES[state]}</span>
        {isUnderWay && (
          <Button size="sm" variant="danger" aria-label={`Stop sending ${subject}`} icon={<OctagonX className="size-4" />} onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
      {isUnderWay && (
        <progress
          aria-label={`Progress of ${subject}`}
          className="h-2 w-full accent-brand"
          max={Math.max(people, 1)}
          value={state === 'preparing' ? undefined : done}
        />
      )}
      <p className="text-label text-ink-soft tabular">
        {formatNumber(sent)} of {formatNumber(people)} sent
        {failed > 0 && `, ${formatNumber(failed)} not delivered`}
        {skipped > 0 && `, ${formatNumber(skipped)} skipped`}
      </p>
    </li>
  )
}

/** The results of the most recent campaigns. */
export const CampaignReports = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const { ask, question } = useQuestion()
  const stop = ({ id }: Campaign) =>
    void report(() => stopCampaign(id), {
      done: () => ({ title: 'Sending stopped' }),
      failed: (reason) => ({ title: 'Failed to stop sending', description: reason }),
    })
  const askToStop = (campaign: Campaign) =>
    ask({
      title: 'Stop sending this email?',
      description: 'Emails already sent can’t be taken back, and you can’t send the rest later.',
      confirmLabel: 'Stop sending',
      destructive: true,
      onConfirm: () => stop(campaign),
    })
  return (
    <section aria-label="Reports" className="rounded-dialog border border-line bg-surface shadow-card">
      <h2 className="border-b border-line px-5 py-3.5 text-large small:px-4">Reports</h2>
      {campaigns.length === 0 ? (
        <p className="px-5 py-4 text-ink-soft small:px-4">No campaigns yet.</p>
      ) : (
        <ul>
          {campaigns.map((campaign) => (
            <CampaignReport key={campaign.id} campaign={campaign} onStop={() => askToStop(campaign)} />
          ))}
        </ul>
      )}
      {question}
    </section>
  )
}
