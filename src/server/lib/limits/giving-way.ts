import { setImmediate as nextRound } from 'node:timers/promises'

let line: Promise<unknown> = Promise.resolve()

/** Lets other calls have the loop. Of all who wait here, one goes on in each of its rounds. */
const giveWay = (): Promise<unknown> => {
  line = line.then(() => nextRound())
  return line
}

/** Returns a function to call with each piece of long work: it gives way once pieces of so much have been done. */
export const makePauses = (atOnce: number) => {
  let done = 0
  return async (piece: number): Promise<void> => {
    done += piece
    if (done <= atOnce) return
    done = 0
    await giveWay()
  }
}
