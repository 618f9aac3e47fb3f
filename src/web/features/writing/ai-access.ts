import { hasAccess } from '#shared/billing/rules.ts'
import { refusals } from '#shared/errors.ts'
import { GIVEN_USED_UP } from '#shared/writing/contract.ts'
import { useSettings, useUser } from '#web/features/accounts/data.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useAiStatus } from './data.ts'
import { startsOver } from './starts-over.ts'

const NOT_INCLUDED = 'Your subscription does not include AI. Upgrade today in your account settings.'

/**
 * Returns whether the person is told of AI at all: a guest isn't, nor who has no trial or plan, nor anybody where none is set up. `hint` says why they may
 * not use it now; `left` is what they have left of the month.
 */
export const useAiAccess = () => {
  const user = useUser()
  const { aiFeatureFlag, isGuest } = user
  const { data: settings } = useSettings()
  const now = useNow()
  const isThere = settings?.ai === true && !isGuest && hasAccess(user, now)
  const { data: status } = useAiStatus(isThere && aiFeatureFlag)
  const usedUp = `${settings?.isAiForEverybody ? GIVEN_USED_UP : refusals.ai_used_up.message} ${startsOver(user.timezone, now)}`
  const isUsedUp = status !== undefined && status.tokensRemaining <= 0
  const hint = !aiFeatureFlag || status?.hasAccess === false ? NOT_INCLUDED : isUsedUp ? usedUp : undefined
  return { isThere, hint, status }
}
