import type { Node } from '@tiptap/pm/model'
import { DOMSerializer } from '@tiptap/pm/model'
import { LINK_REL } from '#shared/lesson-html.ts'
import { allowedStyle } from './lesson-style.ts'

const LINK_ATTRIBUTES = [
  ['target', '_blank'],
  ['rel', LINK_REL],
] as const

/** Returns the content without trailing empty lines, which the editor adds. */
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
 * Returns an editor document as HTML that the server stores unchanged (except for `<br />`, which is equivalent), or '' if the document is
 * empty. Takes a few milliseconds for 100 KB, so don't call it on every keystroke.
 */
export const htmlOf = (text: Node): string => {
  const { body } = document.implementation.createHTMLDocument()
  body.append(DOMSerializer.fromSchema(text.type.schema).serializeFragment(withoutLastLines(text)))
  for (const element of body.querySelectorAll('[style]'))
    element.setAttribute('style', allowedStyle(element.getAttribute('style') ?? '').replaceAll('"', "'"))
  // Remove the language class that a code block gets if a language follows the opening ```.
  for (const element of body.querySelectorAll('[class]')) element.removeAttribute('class')
  for (const link of body.querySelectorAll('a'))
    for (const [name, value] of LINK_ATTRIBUTES) {
      // Append these attributes last, because the server does.
      link.removeAttribute(name)
      link.setAttribute(name, value)
    }
  return body.innerHTML.replaceAll('&nbsp;', '\u00a0')
}
