/** Drives Firefox with WebDriver BiDi, which it speaks itself. Debian has no geckodriver for the older protocol. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { findFirefox } from '../../scripts/setup.mjs'
import type { Driver } from './driver.ts'

type Message = { id?: number; result?: never; error?: string; message?: string; method?: string; params?: { level: string; text: string } }

/** Connects to a BiDi socket. `onEvent` receives events, and `send` resolves with a command's result. */
const connect = async (address: string, onEvent: (message: Message) => void) => {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`Firefox refused a connection to ${address}`))
  })
  const waiting = new Map<number, (message: Message) => void>()
  socket.onmessage = ({ data }) => {
    const message: Message = JSON.parse(data)
    if (message.id === undefined) onEvent(message)
    else waiting.get(message.id)?.(message)
  }
  let last = 0
  return async <Result>(method: string, params: object): Promise<Result> => {
    const id = ++last
    const reply = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await reply
    if (error) throw new Error(`${method}: ${error}, ${message}`)
    return result as Result
  }
}

export const openFirefox = async (): Promise<Driver> => {
  const profile = mkdtempSync(path.join(tmpdir(), 'firstbell-firefox-'))
  const browser = spawn(findFirefox() ?? '', ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'], {
    env: { ...process.env, MOZ_HEADLESS_WIDTH: '1440', MOZ_HEADLESS_HEIGHT: '900' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(browser.stderr).on('line', (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    browser.once('close', (code) => reject(new Error(`Firefox exited with ${code} before it was listening`)))
  })
  const errors: string[] = []
  const send = await connect(`${address}/session`, ({ method, params }) => {
    if (method === 'log.entryAdded' && params?.level === 'error') errors.push(params.text)
  })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
  return {
    goTo: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (expression) => {
      const { type, result, exceptionDetails } = await send<{
        type: string
        result: { value: string }
        exceptionDetails: { text: string }
      }>('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      })
      if (type === 'exception') throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    perform: async (actions) => {
      await send('input.performActions', { context, actions })
    },
    print: async () => Buffer.from((await send<{ data: string }>('browsingContext.print', { context, background: true })).data, 'base64'),
    errors: () => errors,
    close: async () => {
      const closed = once(browser, 'close')
      await send('browser.close', {}).catch(() => browser.kill())
      await closed
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
