/**
 * Checks of accessibility that axe doesn't have, for the sheet of all screens and for browser tests. The functions without a parameter run
 * in a page, each without anything from outside its own body.
 */

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Returns the visible fields and unchecked boxes whose edge is hard to see: neither their border nor their background has 3:1 against what is
 * around them (WCAG 1.4.11).
 * @returns {string[]}
 */
export function faintEdges() {
  const LEAST = 3
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('This browser has no canvas')
  /** Returns the color of these layers on top of each other, the lowest first. @param {string[]} layers */
  const mix = (layers) => {
    canvas.clearRect(0, 0, 1, 1)
    for (const layer of layers) {
      canvas.fillStyle = layer
      canvas.fillRect(0, 0, 1, 1)
    }
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  }
  /** Returns the backgrounds from the page to this element. @param {Element | null} element @returns {string[]} */
  const layersOf = (element) =>
    element
      ? [...layersOf(element.parentElement), getComputedStyle(element).backgroundColor]
      : [getComputedStyle(document.body).backgroundColor]
  /** @param {number[]} color */
  const luminanceOf = (color) => {
    const [red = 0, green = 0, blue = 0] = color
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  /** @param {number[]} one @param {number[]} other */
  const contrastOf = (one, other) => {
    const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const fields = document.querySelectorAll(
    'input:not([type=hidden], [type=file], [type=range], [type=color], :checked, :disabled), select:not(:disabled), textarea:not(:disabled)',
  )
  return (
    [...fields]
      .filter((field) => field.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !field.closest('[inert]'))
      // The ring of the focus replaces the edge.
      .filter((field) => field.getBoundingClientRect().width > 1 && field !== document.activeElement)
      // An option without a box of its own is told by its text.
      .filter(
        (field) =>
          !field.matches('[type=radio], [type=checkbox]:not([role=switch])') ||
          Number.parseFloat(getComputedStyle(field).borderTopWidth) > 0,
      )
      .flatMap((field) => {
        // The edge of a field with an icon belongs to an element around it.
        const frames = field.matches('[type=checkbox], [type=radio]')
          ? [field]
          : [field, field.parentElement, field.parentElement?.parentElement]
        const framed = /** @type {Element} */ (
          frames.find((each) => each && Number.parseFloat(getComputedStyle(each).borderTopWidth) > 0) ?? field
        )
        const around = layersOf(framed.parentElement)
        const own = [...around, getComputedStyle(framed).backgroundColor]
        const hasBorder = Number.parseFloat(getComputedStyle(framed).borderTopWidth) > 0
        const edge = hasBorder ? [...own, getComputedStyle(framed).borderTopColor] : own
        const contrast = Math.max(contrastOf(mix(edge), mix(around)), contrastOf(mix(own), mix(around)))
        const name = field.getAttribute('aria-label') ?? /** @type {HTMLInputElement} */ (field).labels?.[0]?.textContent ?? field.outerHTML
        // A field without any edge is told by its text, also while the mouse adds one.
        return contrast > 1.01 && contrast < LEAST && !framed.matches(':hover') ? [`${name.slice(0, 80)}: ${contrast.toFixed(2)} to 1`] : []
      })
  )
}

/**
 * Returns the visible controls whose accessible name lacks the first text that they show, so that people who control the page by voice can't
 * name them (WCAG 2.5.3). A text may be an abbreviation, such as Mon for Monday. Keys of shortcuts don't count.
 * @returns {string[]}
 */
export function unspokenNames() {
  const wordsOf = (/** @type {string} */ text) =>
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  const firstText = (/** @type {Element} */ control) => {
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      const isShown =
        parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && parent.getBoundingClientRect().width > 1
      if (parent && isShown && !parent.closest('kbd, svg, [aria-hidden=true]') && wordsOf(text.textContent ?? ''))
        return wordsOf(text.textContent ?? '')
    }
    return ''
  }
  const nameOf = (/** @type {Element} */ control) => {
    const parts = control
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
    return wordsOf(parts?.join(' ') ?? control.getAttribute('aria-label') ?? '')
  }
  return [...document.querySelectorAll(':is(button, a[href], summary, [role]):is([aria-label], [aria-labelledby])')]
    .filter((control) => control.matches('button, a, summary, [role^=menuitem], [role=tab], [role=option], [role=button], [role=gridcell]'))
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert]'))
    .filter(
      (control) =>
        !firstText(control)
          .split(' ')
          .every((word) => ` ${nameOf(control)}`.includes(` ${word}`)),
    )
    .map((control) => `${nameOf(control).slice(0, 60)}, which shows ${firstText(control).slice(0, 60)}`)
}

/**
 * Runs in the page. Returns what has the focus, with its place among all elements, and how it fails: it shows no focus (WCAG 2.4.7), or all
 * of it is behind something else (WCAG 2.4.11). Returns null if nothing has the focus.
 */
function focusedNow() {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const label = element.closest('label') ?? /** @type {HTMLInputElement} */ (element).labels?.[0]
  /** @param {Element | null | undefined} each @param {RegExp} shadow */
  const hasRing = (each, shadow) => {
    if (!each) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || shadow.test(boxShadow)
  }
  // A thin shadow inside of an element can also mean that it is chosen.
  const isRinged =
    [element, label].some((each) => hasRing(each, /0px 0px 0px (?:[2-9][\d.]*px|1[\d.]*px(?! inset))/)) ||
    hasRing(element.parentElement, /0px 0px 0px [1-9]/) ||
    Number.parseFloat(getComputedStyle(element, '::after').borderTopWidth) >= 2
  // A frame shows the focus of its own content. Text shows a caret, and a dialog, a menu or a page that has just opened is the focus as a whole.
  const isMarked = element.matches('iframe, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], main')
  const parts = [0.02, 0.25, 0.5, 0.75, 0.98]
  const { left, top, width, height } = element.getBoundingClientRect()
  const hits = parts.flatMap((x) => parts.map((y) => document.elementFromPoint(left + width * x, top + height * y)))
  const isSeen = hits.some((hit) => hit !== null && (element.contains(hit) || hit.contains(element) || label?.contains(hit)))
  const words = element.getAttribute('aria-label') ?? (element.textContent.trim() || element.outerHTML)
  const cover = hits.find((hit) => hit !== null)?.outerHTML.slice(0, 60) ?? 'the edge of the window'
  const fault = !isSeen ? `has the focus behind ${cover}` : !isMarked && !isRinged ? 'shows no focus' : null
  return {
    name: `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${words}`.slice(0, 80),
    fault,
    place: [...document.querySelectorAll('*')].indexOf(element),
  }
}

/** The most Tab presses on one screen. */
const MOST_STOPS = 150
/** The most further looks at a faulty focus, 300 ms apart. */
const MOST_LOOKS = 6

/**
 * Presses Tab from element to element until the first one has the focus again. Resolves with a line for each that shows no focus, or that
 * is hidden behind something else.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function focusFaults(page) {
  const seen = new Set()
  /** @type {Set<string>} */
  const faults = new Set()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    let focused = await page.evaluate(focusedNow)
    // The page may still be scrolling, or a tooltip may be on its way out. A crowded page on a busy machine takes long.
    for (let looks = 0; looks < MOST_LOOKS && focused?.fault; looks++) {
      await page.waitForTimeout(300)
      focused = await page.evaluate(focusedNow)
    }
    if (!focused) {
      if (stops > 0) break
      continue
    }
    if (seen.has(focused.place)) break
    seen.add(focused.place)
    if (focused.fault) faults.add(`${focused.name} ${focused.fault}`)
  }
  return [...faults]
}
