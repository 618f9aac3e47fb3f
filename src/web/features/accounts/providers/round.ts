/**
 * A round to a provider in a window of its own, so that what somebody has open here stays.
 *
 * 1. The window is opened within the press itself, else the browser blocks it.
 * 2. A page of the provider's may cut the tie between the two windows. So what has become of a round is told through a channel
 *    of our pages, under the round's name, which the window keeps in its storage.
 * 3. For the same reason nobody learns here that the window was closed: who waits must be able to open it again.
 */
import { markWindow, takeWindowMark } from '#web/lib/storage.ts'

const CHANNEL = 'provider'
const SIZE = { width: 500, height: 640 }

/** What the window tells: `problem` is a sentence fit to be shown, null where all went well. */
type Told = { round: string; problem: string | null }

/** Returns a name for a round. */
export const newRound = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Why a round has ended without what it was for; the message is fit to be shown. */
export class RoundFailed extends Error {
  override name = 'RoundFailed'
}

/** The browser opened no window. */
export class WindowBlocked extends RoundFailed {
  override name = 'WindowBlocked'

  constructor(name: string) {
    super(`Your browser has blocked the window of ${name}. Allow Firstbell to open windows, and try again.`)
  }
}

const openWindow = (): Window | null => {
  const left = Math.round(window.screenX + Math.max(0, window.outerWidth - SIZE.width) / 2)
  const top = Math.round(window.screenY + Math.max(0, window.outerHeight - SIZE.height) / 2)
  return window.open('', '', `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`)
}

/** Resolves when a window of this round has come back; never where `signal` ends the wait before. */
const toldOf = (round: string, signal: AbortSignal): Promise<Told> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    signal.addEventListener('abort', () => channel.close(), { once: true })
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.round === round) resolve(data)
    }
  })

/**
 * Opens a provider, which is called `name`, in a window, at the address that `ask` returns. Resolves when what it was for is done; rejects with
 * {@link RoundFailed}, or as `ask` does. To be called within a press. `signal` ends the wait.
 */
export const goRound = async (
  { round, name }: { round: string; name: string },
  ask: () => Promise<{ url: string }>,
  signal: AbortSignal,
): Promise<void> => {
  const opened = openWindow()
  if (!opened) throw new WindowBlocked(name)
  markWindow(opened, round)
  const told = toldOf(round, signal)
  try {
    const { url } = await ask()
    opened.location.replace(url)
  } catch (error) {
    opened.close()
    throw error
  }
  const { problem } = await told
  if (problem !== null) throw new RoundFailed(problem)
}

/** In a window that {@link goRound} has opened: tells how it went and closes it. Returns false, and does nothing, in any other. */
export const endRound = (problem: string | null): boolean => {
  const round = takeWindowMark()
  if (round === null) return false
  new BroadcastChannel(CHANNEL).postMessage({ round, problem } satisfies Told)
  window.close()
  return true
}
