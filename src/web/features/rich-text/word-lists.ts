const LEVEL = /mso-list:\s*\w+\s+level(\d)/i
const NUMBERED = /^\(?(?:\d+|[a-z]{1,4})[.)]/i

type OpenList = { list: HTMLElement; level: number }

/**
 * Converts the list markup of Word for the web to desktop Word's markup. Word for the web wraps each item in its own list and stores the
 * depth in an attribute.
 */
const asDesktopWord = (body: HTMLElement): void => {
  for (const item of body.querySelectorAll('.ListContainerWrapper li')) {
    const line = document.createElement('p')
    line.setAttribute('style', `mso-list:l0 level${item.getAttribute('data-aria-level') ?? 1}`)
    const text = item.querySelector('p')
    line.append(...(text ?? item).childNodes)
    if (item.parentElement?.tagName === 'OL') {
      const marker = document.createElement('span')
      marker.setAttribute('style', 'mso-list:Ignore')
      marker.textContent = `${item.getAttribute('data-aria-posinset') ?? 1}.`
      line.prepend(marker)
    }
    item.closest('.ListContainerWrapper')?.before(line)
  }
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) wrapper.remove()
}

const takeMarker = (line: Element): string => {
  const marker = line.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
  const text = marker?.textContent?.trim() ?? ''
  marker?.remove()
  return text
}

/** Converts Word's list paragraphs to lists. Word stores the depth in `mso-list` and the marker as text. */
export const makeWordLists = (body: HTMLElement): void => {
  asDesktopWord(body)
  let open: OpenList[] = []
  for (const line of body.querySelectorAll<HTMLElement>('p[style*="mso-list" i]')) {
    const level = Number(LEVEL.exec(line.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0) continue
    if (open[0]?.list !== line.previousElementSibling) open = []
    const marker = takeMarker(line)
    const tag = NUMBERED.test(marker) ? 'OL' : 'UL'
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    if (open.at(-1)?.level === level && open.at(-1)?.list.tagName !== tag) open.pop()
    let current = open.at(-1)
    if (!current || current.level < level) {
      const list = document.createElement(tag)
      const first = Number.parseInt(marker.replace('(', ''), 10)
      if (tag === 'OL' && first > 1) list.setAttribute('start', String(first))
      const parent = current?.list.lastElementChild
      if (parent) parent.append(list)
      else line.before(list)
      current = { list, level }
      open.push(current)
    }
    const item = document.createElement('li')
    current.list.append(item)
    item.append(line)
  }
}
