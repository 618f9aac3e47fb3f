import { setImmediate as nextRound } from 'node:timers/promises'

let line: Promise<unknown> = Promise.resolve()

/** Yields to the event loop. If several tasks are waiting, each loop iteration resumes one of them. */
const giveWay = (): Promise<unknown> => {
  line = line.then(() => nextRound())
  return line
}

/** Returns a function to call during long-running work. The function yields to other requests after every `atOnce` units of work. */
export const makePauses = (atOnce: number) => {
  let done = 0
  return async (piece: number): Promise<void> => {
    done += piece
    if (done <= atOnce) return
    done = 0
    await giveWay()
  }
}
