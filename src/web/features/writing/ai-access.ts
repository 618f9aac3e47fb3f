import { hasAccess } from '#shared/billing/rules.ts'
import { refusals } from '#shared/errors.ts'
import { GIVEN_USED_UP } from '#shared/writing/contract.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { useAiStatus } from './data.ts'
import { startsOver } from './starts-over.ts'

const NOT_INCLUDED = 'Your subscription does not include AI. Upgrade today in your account settings.'

/**
 * `isThere`: whether to show AI at all. False for guests, for users without a trial or plan, and on servers without an AI provider. `hint`:
 * why the user can't use AI right now. `status`: the user's remaining tokens this month.
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
