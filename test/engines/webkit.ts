/** Drives WebKit with WebDriver, through the driver in Debian's webkit2gtk-driver. It needs a screen, which Xvfb provides. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { freePort } from '#test/free-port.ts'
import { findWebKit } from '../../scripts/setup.mjs'
import type { Driver } from './driver.ts'

/**
 * Keeps what this page logs as an error and what it doesn't catch. WebDriver reports no console, so the first script in a page does this.
 * Errors before that are missed.
 */
const WATCH = `if (!window.seenErrors) {
  const errors = (window.seenErrors = [])
  const log = console.error
  console.error = (...words) => { errors.push(words.map(String).join(' ')); log.apply(console, words) }
  addEventListener('error', ({ message }) => errors.push('not caught: ' + message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push('not caught: ' + reason))
}`

/** Starts Xvfb. Resolves with its process and display once it accepts connections. */
const startScreen = async (): Promise<{ screen: ChildProcess; display: string }> => {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [line] = await once(createInterface(screen.stdio[3] as Readable), 'line')
  return { screen, display: `:${line}` }
}

export const openWebKit = async (): Promise<Driver> => {
  const { screen, display } = await startScreen()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' })
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await reply.json()) as { value: never }
    if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  for (let tries = 0; !(await send('GET', '/status').catch(() => undefined)); tries++) {
    if (tries > 100) throw new Error('WebKitWebDriver does not respond')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const browser = { binary: findWebKit(), args: ['--automation'] }
  const { sessionId } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } },
  })) as { sessionId: string }
  const session = `/session/${sessionId}`
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 900 })
  const errors: string[] = []
  const evaluate = async (expression: string) => {
    const script = `${WATCH}
      const answer = (reply) => arguments[0](JSON.stringify({ ...reply, errors: window.seenErrors.splice(0) }))
      Promise.resolve(${expression}).then((value) => answer({ value: value ?? null }), (error) => answer({ thrown: String(error) }))`
    const reply = JSON.parse(await send('POST', `${session}/execute/async`, { script, args: [] }))
    errors.push(...reply.errors)
    if (reply.thrown !== undefined) throw new Error(reply.thrown)
    return reply.value
  }
  return {
    goTo: (url) => send('POST', `${session}/url`, { url }),
    evaluate,
    perform: async (actions) => {
      await send('POST', `${session}/actions`, { actions })
    },
    print: undefined,
    errors: () => errors,
    close: async () => {
      await send('DELETE', session)
      for (const child of [driver, screen]) {
        child.kill()
        await once(child, 'close')
      }
    },
  }
}
