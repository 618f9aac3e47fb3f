/** Access rules for AI writing. */
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { Ai } from '#server/lib/integrations/ai.ts'

/** A user's stored AI add-on. It may have expired. */
export type AddOn = { aiFeatureFlag: boolean; aiEndsAt: Date | null }

/** Returns true for users with a current AI add-on, or for everyone except guests if AI is free on this server. */
export const mayLetWrite = (
  { isGuest }: Pick<Actor, 'isGuest'>,
  { aiFeatureFlag, aiEndsAt }: AddOn,
  { isAiForEverybody, now }: { isAiForEverybody: boolean; now: Date },
): boolean => !isGuest && (isAiForEverybody || (aiFeatureFlag && (aiEndsAt === null || aiEndsAt > now)))

/** Returns the AI provider. Throws `not_configured` if this server has none, or `not_allowed` if the user has no access. */
export const requireAi = (ai: Ai | undefined, mayWrite: boolean): Ai => {
  if (!ai) throw new Refused('not_configured', 'AI isn’t available here.')
  if (!mayWrite) throw new Refused('not_allowed', 'Your subscription does not include AI. Upgrade today in your account settings.')
  return ai
}
