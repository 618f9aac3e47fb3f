/**
 * Vitest environment for page tests (`test/page.tsx`): a jsdom window, with the server in the same process. All files of a thread share one
 * window, because Testing Library keeps the first document it sees.
 */
import { JSDOM, VirtualConsole } from 'jsdom'
import { type Environment, populateGlobal } from 'vitest/runtime'

const thread = globalThis as { testWindow?: JSDOM }

/** Forwards jsdom's errors, except the one saying that navigation isn't implemented. Browser tests cover navigation. */
const consoleOfWindow = (): VirtualConsole => {
  const own = new VirtualConsole()
  own.on('jsdomError', (error) => {
    if (error.message.startsWith('Not implemented: navigation')) return
    // biome-ignore lint/suspicious/noConsole: jsdom itself would log it, and it makes the test fail
    console.error(error)
  })
  return own.sendTo(console, { omitJSDOMErrors: true })
}

/** The server and Node require Node's own versions of these globals. */
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
      // Listeners on jsdom's window only accept jsdom's own versions of these classes.
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
