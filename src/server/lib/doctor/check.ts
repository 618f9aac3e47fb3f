/** Runs the doctor's checks and prints their findings. */
import { errorMessage } from '#server/lib/jobs/error-message.ts'

/** One thing that was checked, in one sentence without secrets. `fix` says what to set or type. */
export type Finding = { mark: '✔' | '–' | '✘'; sentence: string; fix?: string }

export const well = (sentence: string): Finding => ({ mark: '✔', sentence })
/** For things that aren't set up or couldn't be checked. */
export const unchecked = (sentence: string): Finding => ({ mark: '–', sentence })
export const wrong = (sentence: string, fix: string): Finding => ({ mark: '✘', sentence, fix })

export type Check = {
  about: string
  /** Should stop when the signal is aborted. */
  look: (signal: AbortSignal) => Promise<Finding[]> | Finding[]
}

const PATIENCE_MS = 20_000

/** Returns a check's findings. An error or a timeout is a finding, too, so that one check never stops the others. */
const findingsOf = async ({ look }: Check, patienceMs: number): Promise<Finding[]> => {
  const patience = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => {
      patience.abort()
      resolve([
        wrong(`This check didn't end within ${patienceMs / 1000} seconds.`, 'Try again when the machine and its network are less busy.'),
      ])
    }, patienceMs)
  })
  const looking = (async () => look(patience.signal))().catch((error: unknown) => [
    wrong(`This check failed: ${errorMessage(error)}`, 'Correct that, then run the doctor again.'),
  ])
  try {
    return await Promise.race([looking, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs all checks at once and prints their findings in order. Returns true if nothing is wrong. */
export const examine = async (checks: readonly Check[], say: (line: string) => void, patienceMs = PATIENCE_MS): Promise<boolean> => {
  const running = checks.map((check) => ({ about: check.about, findings: findingsOf(check, patienceMs) }))
  let isWell = true
  for (const { about, findings } of running)
    for (const { mark, sentence, fix } of await findings) {
      say(`${mark} ${about}: ${sentence}`)
      if (fix !== undefined) say(`    ${fix}`)
      isWell &&= mark !== '✘'
    }
  return isWell
}
