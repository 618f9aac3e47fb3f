import { expect, test } from 'vitest'
import { type Check, examine, unchecked, well, wrong } from './check.ts'

const lines = async (checks: Check[], patienceMs?: number) => {
  const said: string[] = []
  const isWell = await examine(checks, (line) => said.push(line), patienceMs)
  return { said, isWell }
}
const fine: Check = { about: 'Fine', look: () => [well('All is well.'), unchecked('Not set up.')] }

test('an operator reads each finding in a line, what to do about a wrong one, and whether anything is wrong', async () => {
  expect(await lines([fine])).toEqual({ said: ['✔ Fine: All is well.', '– Fine: Not set up.'], isWell: true })
  expect(await lines([{ about: 'Disk', look: () => [wrong('Full.', 'Delete files.')] }, fine])).toEqual({
    said: ['✘ Disk: Full.', '    Delete files.', '✔ Fine: All is well.', '– Fine: Not set up.'],
    isWell: false,
  })
})

test('a check that fails or never ends is reported as wrong without secrets, and the others go on', async () => {
  let isStopped = false
  const hangs: Check = {
    about: 'Hangs',
    look: (signal) => {
      signal.addEventListener('abort', () => {
        isStopped = true
      })
      return new Promise(() => undefined)
    },
  }
  const fails: Check = { about: 'Fails', look: () => Promise.reject(new Error('no postgres://user:secret@host/db, and "secret"')) }
  const { said, isWell } = await lines([hangs, fails, fine], 20)
  expect(said[0]).toBe("✘ Hangs: This check didn't end within 0.02 seconds.")
  expect(said[2]).toMatch(/^✘ Fails: This check failed: Error: no /)
  expect(said.join()).not.toContain('secret')
  expect(said.slice(4)).toEqual(['✔ Fine: All is well.', '– Fine: Not set up.'])
  expect([isWell, isStopped]).toEqual([false, true])
})
