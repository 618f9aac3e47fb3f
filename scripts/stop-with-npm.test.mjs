import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { projectRoot } from './project.mjs'

/** @type {number | undefined} */
let pid
afterEach(() => {
  if (pid) process.kill(pid, 'SIGKILL')
  pid = undefined
})

/**
 * Starts a script through a shell, as npm does, and stops the shell. Resolves with true if the script ends within a second.
 * @param {Record<string, string | undefined>} env
 */
async function endsWithItsShell(env) {
  const script =
    "import('./scripts/stop-with-npm.mjs').then(({ stopWithNpm }) => { stopWithNpm(); console.log(process.pid); setInterval(() => 0, 1000) })"
  const shell = spawn('sh', ['-c', `"${process.execPath}" -e "${script}"; true`], { cwd: projectRoot, env: { ...process.env, ...env } })
  const [line] = await once(shell.stdout, 'data')
  pid = Number(line)
  const ending = once(shell.stdout, 'close').then(() => {
    pid = undefined
    return true
  })
  shell.kill('SIGTERM')
  return await Promise.race([ending, new Promise((resolve) => setTimeout(() => resolve(false), 1000))])
}

test('stopping npm stops the server behind its shell', async () => {
  expect(await endsWithItsShell({ npm_lifecycle_event: 'start' })).toBe(true)
})

test('a server that was started without npm outlives its shell', async () => {
  expect(await endsWithItsShell({ npm_lifecycle_event: undefined })).toBe(false)
})
