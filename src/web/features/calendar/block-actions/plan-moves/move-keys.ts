import type { MoveKind } from '#shared/moves/moving/rules.ts'
import { areSingleKeysOff } from '#web/lib/input/single-keys.ts'

/** What a key does on a focused lesson. */
export type PlanAct = MoveKind | 'lock'

const ACTS: Record<string, PlanAct> = { b: 'bump', e: 'extend', p: 'pullBack', l: 'lock' }

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing'>

/** Returns what a key press does on a focused lesson, or undefined. A held key acts once. */
export const planActOf = (press: Press): PlanAct | undefined => {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat || press.isComposing || areSingleKeysOff.get()) return undefined
  const key = press.key.toLowerCase()
  if (press.shiftKey) return key === 'b' ? 'bumpAll' : undefined
  return ACTS[key]
}
