/** Who may let AI write. */
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { Ai } from '#server/lib/outside/ai.ts'

/** The add-on of a person as it is written down; one that has ended may still stand there. */
export type AddOn = { aiFeatureFlag: boolean; aiEndsAt: Date | null }

/** Whether a person may: they have the add-on at this instant, or everybody has it, and they aren't a guest. */
export const mayLetWrite = (
  { isGuest }: Pick<Actor, 'isGuest'>,
  { aiFeatureFlag, aiEndsAt }: AddOn,
  { isAiForEverybody, now }: { isAiForEverybody: boolean; now: Date },
): boolean => !isGuest && (isAiForEverybody || (aiFeatureFlag && (aiEndsAt === null || aiEndsAt > now)))

/** Returns the provider. Throws `not_configured` where there is none, `not_allowed` for who may not. */
export const requireAi = (ai: Ai | undefined, mayWrite: boolean): Ai => {
  if (!ai) throw new Refused('not_configured', 'AI is not set up on this server.')
  if (!mayWrite) throw new Refused('not_allowed', 'Your subscription does not include AI. Upgrade today in your account settings.')
  return ai
}
