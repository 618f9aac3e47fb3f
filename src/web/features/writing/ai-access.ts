import { refusals } from '#shared/errors.ts'
import { useSettings, useUser } from '#web/features/accounts/data.ts'
import { useAiStatus } from './data.ts'

const NOT_INCLUDED = 'Your subscription does not include AI. Upgrade today in your account settings.'

/**
 * Returns whether the person is told of AI at all: a guest is not, and nobody where none is set up. `hint` says why they may
 * not use it now; `left` is what they have left of the month.
 */
export const useAiAccess = () => {
  const { aiFeatureFlag, isGuest } = useUser()
  const { data: settings } = useSettings()
  const isThere = settings?.ai === true && !isGuest
  const { data: status } = useAiStatus(isThere && aiFeatureFlag)
  const isUsedUp = status !== undefined && status.tokensRemaining <= 0
  const hint = !aiFeatureFlag || status?.hasAccess === false ? NOT_INCLUDED : isUsedUp ? refusals.ai_used_up.message : undefined
  return { isThere, hint, status }
}
