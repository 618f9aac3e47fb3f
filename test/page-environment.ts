/**
 * Vitest's environment of page tests (`test/page.tsx`): jsdom's window, with the server in the same process. One window for
 * all files of a thread, because testing-library keeps the first document that it sees.
 */
import { JSDOM, VirtualConsole } from 'jsdom'
import { type Environment, populateGlobal } from 'vitest/runtime'

const thread = globalThis as { testWindow?: JSDOM }

/** What jsdom has to say, but for that it loads no other page: that one is opened is for the browser's tests. */
const consoleOfWindow = (): VirtualConsole => {
  const own = new VirtualConsole()
  own.on('jsdomError', (error) => {
    if (error.message.startsWith('Not implemented: navigation')) return
    // biome-ignore lint/suspicious/noConsole: where jsdom itself would say it, and a test fails by it
    console.error(error)
  })
  return own.sendTo(console, { omitJSDOMErrors: true })
}

/** The server, and Node under it, take these only as Node makes them. */
const NODE_OWN = ['URL', 'URLSearchParams', 'Blob', 'File', 'FormData', 'Headers', 'Request', 'Response', 'fetch'] as const

const environment: Environment = {
  name: 'page',
  viteEnvironment: 'ssr',
  setup: (global) => {
    const own = NODE_OWN.map((name) => [name, global[name]] as const)
    thread.testWindow ??= new JSDOM('<!doctype html><html lang="en"><body></body></html>', {
      url: 'http://firstbell.test/',
      pretendToBeVisual: true,
      virtualConsole: consoleOfWindow(),
    })
    const { keys, originals } = populateGlobal(global, thread.testWindow.window, {
      bindFunctions: true,
      // Listeners of the window take no others.
      additionalKeys: ['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'CustomEvent'],
    })
    for (const [name, value] of own) global[name] = value
    return {
      teardown: (global) => {
        for (const key of keys) delete global[key]
        for (const [key, value] of originals) global[key] = value
        for (const [name, value] of own) global[name] = value
      },
    }
  },
}
export default environment
