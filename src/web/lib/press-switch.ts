import { MutationObserver } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

type Switch = {
  /** One name for each switch: its presses are sent one after another. */
  name: string
  /** What it shows; undefined where it isn't loaded. */
  shown: () => boolean | undefined
  show: (isOn: boolean) => void
  send: (isOn: boolean) => Promise<unknown>
}

/** By the name of a switch, what the server has, while presses are on their way. */
const underWay = new Map<string, { kept: boolean | undefined; presses: number }>()

/** Switches something: shown at once and sent in the order of the presses. When the last one fails, shows what the server has. */
export const pressSwitch = async ({ name, shown, show, send }: Switch, isOn: boolean): Promise<void> => {
  const line = underWay.get(name) ?? { kept: shown(), presses: 0 }
  underWay.set(name, line)
  line.presses++
  show(isOn)
  try {
    await new MutationObserver(queryClient, { scope: { id: name }, mutationFn: () => send(isOn) }).mutate()
    line.kept = isOn
  } catch (error) {
    // A later press is shown until it has its own answer.
    if (line.presses === 1 && line.kept !== undefined) show(line.kept)
    throw error
  } finally {
    line.presses--
    if (line.presses === 0) underWay.delete(name)
  }
}
