import { hasAccess } from '#shared/billing/rules.ts'
import { DebugTools } from '#web/features/drive/debug-tools.tsx'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { useAiStatus } from '#web/features/writing/data.ts'
import { instructionsSize } from '#web/features/writing/instructions-size.ts'
import { startsOver } from '#web/features/writing/starts-over.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AddOnRow } from './add-on-row.tsx'
import { useBilling } from './data.ts'

/** This month's AI usage, as a share. The tokens are only in the tooltip. */
const Usage = () => {
  const { timezone } = useUser()
  const now = useNow()
  const { data: status, error } = useAiStatus(true)
  if (error)
    return (
      <p role="alert" className="text-blocked">
        {error.message}
      </p>
    )
  if (!status) return <Skeleton className="h-[92px]" />
  const { tokensUsed, tokensAllowance } = status
  const share = Math.min(1, tokensUsed / Math.max(tokensAllowance, 1))
  const left = Math.floor((1 - share) * 100)
  const text = `${tokensUsed.toLocaleString('en-US')} of ${tokensAllowance.toLocaleString('en-US')} tokens used`
  return (
    <section aria-label="AI writing this month" title={text} className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <b className="font-display text-heading-large tabular">{left}%</b> of this month’s AI writing left
        </span>
        <span className="text-caption text-ink-soft">{startsOver(timezone, now)}</span>
      </p>
      <meter
        aria-label="AI writing left this month"
        aria-valuetext={`${left}% left this month`}
        min={0}
        max={100}
        value={left}
        className="sr-only"
      />
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
        <span className={`block h-full rounded-full ${share > 0.9 ? 'bg-blocked' : 'bg-brand'}`} style={{ width: `${left}%` }} />
      </span>
    </section>
  )
}

/** The account's AI usage. If AI isn't set up, only platform admins see this panel. */
export const AiUsagePanel = () => {
  const user = useUser()
  const { aiFeatureFlag, aiCustomInstructions, isAdmin } = user
  const isOpen = hasAccess(user, useNow())
  const { data: settings } = useSettings()
  const { data: billing } = useBilling()
  return (
    <div className="grid gap-4">
      {settings?.ai === false && isAdmin && (
        <p className="rounded-control bg-brass-soft px-3 py-2 text-brass-ink">
          AI isn’t set up on this server, so teachers don’t see it. To turn it on, set AI_BASE_URL, AI_API_KEY, and AI_MODEL.
        </p>
      )}
      {settings?.ai && aiFeatureFlag && (
        <>
          <Usage />
          {isOpen && (
            <section aria-label="AI Custom Instructions" className="flex flex-wrap items-center gap-3.5 border-t border-line pt-4">
              <p className="min-w-[18ch] flex-1">
                <strong className="block font-semibold">AI Custom Instructions</strong>
                <span className="text-caption text-ink-soft tabular">
                  {aiCustomInstructions === '' ? 'None yet. Describe your class once.' : instructionsSize(aiCustomInstructions)}
                </span>
              </p>
              <Button size="sm" onClick={() => runCommand('ai-instructions')}>
                Edit<span className="sr-only"> AI Custom Instructions</span>
              </Button>
            </section>
          )}
        </>
      )}
      {!aiFeatureFlag && billing?.prices.ai_addon !== undefined && (
        <>
          <p className="text-ink-soft">Your account doesn’t include AI yet. You can add it to your trial or any plan.</p>
          {isOpen && <AddOnRow />}
        </>
      )}
      {settings?.ai && !aiFeatureFlag && billing?.prices.ai_addon === undefined && (
        <p className="text-ink-soft">Your account doesn’t include AI.</p>
      )}
      <DebugTools />
    </div>
  )
}
