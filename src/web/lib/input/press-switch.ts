import { MutationObserver } from '@tanstack/react-query'
import { queryClient } from '#web/lib/net/query-client.ts'

type Switch = {
  /** Unique per switch. Changes with the same name are sent one after another. */
  name: string
  /** Returns the displayed state, or undefined if it isn't loaded. */
  shown: () => boolean | undefined
  show: (isOn: boolean) => void
  send: (isOn: boolean) => Promise<unknown>
}

/** The state on the server and the number of pending changes for each switch, keyed by switch name. */
const underWay = new Map<string, { kept: boolean | undefined; presses: number }>()

/** Sets a switch optimistically. Changes are sent in order. If the last one fails, rolls back to the server's state. */
export const pressSwitch = async ({ name, shown, show, send }: Switch, isOn: boolean): Promise<void> => {
  const line = underWay.get(name) ?? { kept: shown(), presses: 0 }
  underWay.set(name, line)
  line.presses++
  show(isOn)
  try {
    await new MutationObserver(queryClient, { scope: { id: name }, mutationFn: () => send(isOn) }).mutate()
    line.kept = isOn
  } catch (error) {
    // While later changes are pending, the switch keeps showing the latest one.
    if (line.presses === 1 && line.kept !== undefined) show(line.kept)
    throw error
  } finally {
    line.presses--
    if (line.presses === 0) underWay.delete(name)
  }
}
