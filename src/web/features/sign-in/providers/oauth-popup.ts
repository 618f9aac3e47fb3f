/**
 * Runs a provider round trip in a popup, so that the page remains open.
 *
 * 1. The popup must be opened directly in a click handler, or the browser blocks it.
 * 2. The provider's pages may sever the link between the two windows (COOP). The popup therefore reports its result on a BroadcastChannel,
 *    identified by the round trip's ID. The popup keeps that ID in its own storage.
 * 3. For the same reason, this page can't detect a closed popup, so the user must be able to open it again.
 */
import { slot, text, writeInWindow } from '#web/lib/storage.ts'

const CHANNEL = 'provider'
const WINDOW_MARK = 'windowMark'
/** Marks a window as a popup opened by this page, even after it has visited other sites. */
const windowMark = slot(WINDOW_MARK, text, 'tab')
const SIZE = { width: 500, height: 640 }

/** The popup's result. `problem` is a message for the user, or null on success. */
type Told = { round: string; problem: string | null }

/** Returns a new random ID for a round trip. */
export const newFlowId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Thrown if the round trip failed. The message can be shown to the user. */
export class OAuthFailed extends Error {
  override name = 'OAuthFailed'
}

/** Thrown if the browser blocked the popup. */
export class WindowBlocked extends OAuthFailed {
  override name = 'WindowBlocked'

  constructor(name: string) {
    super(`Your browser blocked the ${name} window. Allow pop-ups for Firstbell, then try again.`)
  }
}

const openWindow = (): Window | null => {
  const left = Math.round(window.screenX + Math.max(0, window.outerWidth - SIZE.width) / 2)
  const top = Math.round(window.screenY + Math.max(0, window.outerHeight - SIZE.height) / 2)
  return window.open('', '', `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`)
}

/** Resolves with the result of this round trip. Never resolves if `signal` aborts first. */
const toldOf = (round: string, signal: AbortSignal): Promise<Told> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    signal.addEventListener('abort', () => channel.close(), { once: true })
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.round === round) resolve(data)
    }
  })

/**
 * Opens a popup for the provider called `name`, at the URL that `ask` returns. Must be called from a click handler. Resolves on success.
 * Rejects with {@link OAuthFailed} or with the error from `ask`. Aborting `signal` stops waiting.
 */
export const openOAuthPopup = async (
  { round, name }: { round: string; name: string },
  ask: () => Promise<{ url: string }>,
  signal: AbortSignal,
): Promise<void> => {
  const opened = openWindow()
  if (!opened) throw new WindowBlocked(name)
  writeInWindow(opened, WINDOW_MARK, round)
  const told = toldOf(round, signal)
  try {
    const { url } = await ask()
    opened.location.replace(url)
  } catch (error) {
    opened.close()
    throw error
  }
  const { problem } = await told
  if (problem !== null) throw new OAuthFailed(problem)
}

/** Reports the result to the page that opened this popup and closes the popup. Returns false and does nothing in any other window. */
export const finishOAuthPopup = (problem: string | null): boolean => {
  const round = windowMark.take()
  if (round === null) return false
  new BroadcastChannel(CHANNEL).postMessage({ round, problem } satisfies Told)
  window.close()
  return true
}
