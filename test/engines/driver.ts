/** The browser functions that the journeys use. Firefox and WebKit each implement them with their own protocol. */

/** A list of WebDriver input sources with their actions, which is the same in WebDriver and in WebDriver BiDi. */
type Actions = readonly object[]

export type Driver = {
  goTo: (address: string) => Promise<void>
  /** Runs a JavaScript expression in the page. Resolves with its result, which must be JSON. */
  evaluate: (expression: string) => Promise<unknown>
  perform: (actions: Actions) => Promise<void>
  /** Resolves with the page as a PDF. Undefined if the engine can't print on command. */
  print: (() => Promise<Buffer>) | undefined
  /** Errors so far, on the console and uncaught. */
  errors: () => readonly string[]
  close: () => Promise<void>
}

/** Keys of the WebDriver standard. */
export const KEYS = { control: '\uE009', enter: '\uE007', end: '\uE010' }

const PATIENCE_MS = 30_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Repeats `look` until it resolves with a value other than undefined and null. If that takes too long, the error quotes the page. */
const until = async <Found>(evaluate: Driver['evaluate'], what: string, look: () => Promise<Found | undefined | null>): Promise<Found> => {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const found = await look()
    if (found !== undefined && found !== null) return found
    await pause(100)
  }
  const page = await evaluate("location.href + '\\n' + (document.querySelector('[role=dialog]') ?? document.body).innerText")
  throw new Error(`Not found within ${PATIENCE_MS / 1000} seconds: ${what}\n${page}`)
}

/** An element: a CSS selector, and its label or content. Without an exact match, a part of it is enough. */
export type Target = readonly [selector: string, text?: string]

/**
 * An expression for the center of a visible element that isn't moving and isn't covered, or null. Dialogs animate, so a position counts only
 * if it's the same two frames later.
 */
const placeOf = ([selector, text = '']: Target): string => `(async () => {
  const wanted = ${JSON.stringify(text)}
  const namesOf = (element) => [element.getAttribute('aria-label') ?? '', element.textContent.trim()]
  const shown = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((each) => each.getClientRects().length > 0)
  const element = shown.find((each) => namesOf(each).includes(wanted)) ?? shown.find((each) => namesOf(each).some((name) => name.includes(wanted)))
  if (!element) return null
  element.scrollIntoView({ block: 'nearest' })
  const place = () => { const { x, y, width, height } = element.getBoundingClientRect(); return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) } }
  const before = place()
  await new Promise((resolve) => setTimeout(resolve, 60))
  const { x, y } = place()
  const top = document.elementFromPoint(x, y)
  return x === before.x && y === before.y && (element.contains(top) || top?.contains(element)) ? { x, y } : null
})()`

/** Creates the steps that journeys are made of. */
export const stepsOf = ({ evaluate, perform }: Driver) => {
  const place = (target: Target) =>
    until(evaluate, target.join(' '), () => evaluate(placeOf(target)) as Promise<{ x: number; y: number } | null>)
  const move = ({ x, y }: { x: number; y: number }, duration = 0) => ({ type: 'pointerMove', x, y, duration })
  const mouse = (actions: object[]) => perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  const down = { type: 'pointerDown', button: 0 }
  const up = { type: 'pointerUp', button: 0 }
  const key = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
  const keyboard = (actions: object[]) => perform([{ type: 'key', id: 'keyboard', actions }])
  const click = async (...target: Target) => mouse([move(await place(target)), down, up])
  return {
    /** Waits until the element is visible. Resolves with its center. */
    see: (...target: Target) => place(target),
    click,
    type: (text: string) => keyboard([...text].flatMap(key)),
    /** Clicks a field and replaces its content. */
    fill: async (target: Target, text: string) => {
      await click(...target)
      await keyboard([
        { type: 'keyDown', value: KEYS.control },
        ...key('a'),
        { type: 'keyUp', value: KEYS.control },
        ...[...text].flatMap(key),
      ])
    },
    press: (value: string) => keyboard(key(value)),
    pressWithControl: (value: string) =>
      keyboard([{ type: 'keyDown', value: KEYS.control }, ...key(value), { type: 'keyUp', value: KEYS.control }]),
    drag: async (from: Target, to: Target) => {
      const [start, end] = [await place(from), await place(to)]
      await mouse([move(start), down, move({ x: start.x + 12, y: start.y + 4 }, 100), move(end, 300), move(end, 100), up])
    },
    /** Waits until an expression in the page is truthy. Resolves with its value. */
    until: (expression: string) => until(evaluate, expression, async () => (await evaluate(expression)) || undefined),
  }
}
