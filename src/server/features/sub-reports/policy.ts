/** Everything that a substitute wrote is one encrypted text, because it can name students. */
import * as z from 'zod/mini'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { OUTCOMES } from '#shared/sub-reports/contract.ts'

/** The part of a report that is stored encrypted. */
const Written = z.object({
  name: z.string(),
  lessons: z.array(
    z.object({
      date: z.string(),
      blockId: z.string(),
      title: z.nullable(z.string()),
      startTime: z.nullable(z.string()),
      outcome: z.enum(OUTCOMES),
      note: z.string(),
    }),
  ),
  absent: z.array(z.string()),
  incidents: z.string(),
  note: z.string(),
})
export type Written = z.output<typeof Written>

/** The content of a report that no key on the ring can decrypt. */
const UNREADABLE: Written = {
  name: '',
  lessons: [],
  absent: [],
  incidents: '',
  note: 'This report can’t be read, because the server doesn’t have the key that encrypted it. Ask the person who runs Firstbell.',
}

export const sealWritten = (keys: KeyRing, id: string, written: Written): string => keys.seal('sub-reports', id, JSON.stringify(written))

/** Returns what a substitute wrote, or a sentence that says so if no key on the ring opens it. The teacher's other reports stay readable. */
export const openWritten = (keys: KeyRing, { id, sealed }: { id: string; sealed: string }): Written => {
  const text = keys.open('sub-reports', id, sealed)
  return text === undefined ? UNREADABLE : Written.parse(JSON.parse(text))
}
