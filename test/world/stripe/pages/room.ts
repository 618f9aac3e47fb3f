import type { Troubles } from '../trouble.ts'
import type { Webhooks } from '../webhooks.ts'
import type { World } from '../world.ts'

/** What the pages look at and move. */
export type Room = { world: World; webhooks: Webhooks; troubles: Troubles }
