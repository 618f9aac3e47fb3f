/**
 * Layout checks that run in a page, each without anything from outside its own body: for the sheet of all screens and for browser tests.
 */

/**
 * Returns the visible targets under 44 px. Days in a calendar may be narrower, because seven have to fit side by side. Links within a
 * sentence are exempt (WCAG 2.5.8), and so is the text that teachers write.
 * @returns {string[]}
 */
export function smallTargets() {
  const LEAST = 43.5
  const isInSentence = (/** @type {Element} */ element) =>
    element.matches('a') && getComputedStyle(element).display === 'inline' && element.parentElement?.textContent !== element.textContent
  /** Excludes what only screen readers see, and links that appear when they get the focus. @param {Element} element */
  const isShown = (element) => element.getBoundingClientRect().width > 1 && element.getBoundingClientRect().bottom > 0
  const targetOf = (/** @type {Element} */ element) =>
    (element.matches('[type=checkbox], [type=radio]') && element.closest('label')) || element
  const boxOf = (/** @type {Element} */ element) => {
    const [own, around] = [element.getBoundingClientRect(), targetOf(element).getBoundingClientRect()]
    return { width: Math.max(own.width, around.width), height: Math.max(own.height, around.height) }
  }
  return [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role^=menuitem], [role=gridcell], [role=tab]')]
    .filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.rich-text, [inert], [data-state=closed]'),
    )
    .filter((element) => getComputedStyle(element).pointerEvents !== 'none' && !isInSentence(element) && isShown(element))
    .filter((element) => {
      const { width, height } = boxOf(element)
      const isDay = element.closest('[role=grid]') !== null || /^\w+day, \w+ \d+, \d{4}/.test(element.getAttribute('aria-label') ?? '')
      return height < LEAST || width < (isDay ? 34 : LEAST)
    })
    .map((element) => {
      const { width, height } = boxOf(element)
      const name =
        element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name') || element.outerHTML.slice(0, 80))
      return `${name}: ${Math.round(width)} × ${Math.round(height)}`
    })
}

/** Applies the text spacing of WCAG 1.4.12. */
export function spaceOut() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}

/**
 * Returns the visible words that are broken in two, or that reach out of their button, tab, or clipping box. Excludes text that ends with an
 * ellipsis, which is in full elsewhere, previews that fade out, and boxes that scroll. A link, an email address, and a word that is longer than most columns may
 * continue on the next line.
 */
export function cutWords() {
  const LONGEST = 20
  const isShortened = (/** @type {Element} */ element) => {
    const { textOverflow, webkitLineClamp, overflow, maskImage } = getComputedStyle(element)
    return overflow !== 'visible' && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || maskImage !== 'none')
  }
  const isLimit = (/** @type {Element} */ element) =>
    element.matches('button, label, [role=tab], td, kbd') || getComputedStyle(element).overflow !== 'visible'
  const isCut = (/** @type {DOMRect} */ word, /** @type {Element} */ from) => {
    // A badge at a button's corner is outside of it, and not cut off.
    let isPlaced = false
    for (let around = /** @type {Element | null} */ (from); around && around !== document.body; around = around.parentElement) {
      const { overflow, position } = getComputedStyle(around)
      if (isShortened(around) || /auto|scroll/.test(overflow)) return false
      const { left, right, top, bottom, width } = around.getBoundingClientRect()
      if (width <= 1) return false
      const isOut = word.left < left - 1 || word.right > right + 2 || word.top < top - 3 || word.bottom > bottom + 3
      if (isOut && (isPlaced ? overflow !== 'visible' : isLimit(around))) return true
      isPlaced ||= position === 'absolute'
    }
    return false
  }
  /** @type {Set<string>} */
  const found = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || parent.closest('[inert], script, style, .sr-only'))
      continue
    // Only screen readers see it.
    if (parent.getBoundingClientRect().width <= 1) continue
    const written = text.textContent ?? ''
    for (const { index, 0: word } of written.matchAll(/[\w:,.’]+/g)) {
      const around = `${/\S*$/.exec(written.slice(0, index))}${/^\S*/.exec(written.slice(index))}`
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      const box = range.getBoundingClientRect()
      const mayBreak = word.length > LONGEST || /@|:\/\/|\w\/\w+\/\w/.test(around)
      if ((lines.size > 1 && !mayBreak) || (box.width > 1 && isCut(box, parent))) found.add(`${word} in ${written.slice(0, 80)}`)
    }
  }
  return [...found]
}
