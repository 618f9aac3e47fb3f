import type { Node } from '@tiptap/pm/model'
import { DOMSerializer } from '@tiptap/pm/model'
import { LINK_REL } from '#shared/lesson-html.ts'
import { allowedStyle } from './lesson-style.ts'

const LINK_ATTRIBUTES = [
  ['target', '_blank'],
  ['rel', LINK_REL],
] as const

/** The text without the empty lines at its end, which the editor holds ready. */
const withoutLastLines = ({ content }: Node) => {
  let size = content.size
  for (let index = content.childCount - 1; index >= 0; index--) {
    const { type, content: inner, nodeSize } = content.child(index)
    if (type.name !== 'paragraph' || inner.size > 0) break
    size -= nodeSize
  }
  return content.cut(0, size)
}

/**
 * A document of the editor as the HTML that the server keeps unchanged (but for `<br />`, which reads the same); '' when
 * it is empty. Some milliseconds for 100 KB: not for every key.
 */
export const htmlOf = (text: Node): string => {
  const { body } = document.implementation.createHTMLDocument()
  body.append(DOMSerializer.fromSchema(text.type.schema).serializeFragment(withoutLastLines(text)))
  for (const element of body.querySelectorAll('[style]'))
    element.setAttribute('style', allowedStyle(element.getAttribute('style') ?? '').replaceAll('"', "'"))
  // The language that somebody names behind ``` is not kept.
  for (const element of body.querySelectorAll('[class]')) element.removeAttribute('class')
  for (const link of body.querySelectorAll('a'))
    for (const [name, value] of LINK_ATTRIBUTES) {
      // Last, where the server puts them.
      link.removeAttribute(name)
      link.setAttribute(name, value)
    }
  return body.innerHTML.replaceAll('&nbsp;', '\u00a0')
}
