import type { Troubles } from '../trouble.ts'
import type { Webhooks } from '../webhooks.ts'
import type { World } from '../world.ts'

/** The state that the pages show and change. */
export type Room = { world: World; webhooks: Webhooks; troubles: Troubles }
