import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { SubLinkParts } from '#shared/sub-links/contract.ts'
import { USUAL_PARTS } from '#shared/sub-links/rules.ts'
import { createLink } from './actions.ts'

type Wish = { madeBy: string; now: Date; dates?: string[]; teacherId?: string; include?: Partial<SubLinkParts>; emergencyPlanId?: string }

/** Makes a link for a substitute, as if its maker had made it. */
export const aSubLink = (db: Db, keys: KeyRing, { madeBy, now, dates = ['2026-11-18'], teacherId, include = {}, emergencyPlanId }: Wish) =>
  createLink(
    db,
    { keys, actor: { userId: madeBy, isGuest: false }, now },
    {
      dates,
      include: { ...USUAL_PARTS, ...include },
      message: '',
      teacherId,
      emergencyPlanId,
    },
  )
