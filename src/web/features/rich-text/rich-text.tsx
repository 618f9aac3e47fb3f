import DOMPurify from 'dompurify'
import { isLinkAllowed, LESSON_ATTRIBUTES, LESSON_TAGS, type LessonHtml, LINK_REL } from '#shared/lesson-html.ts'
import { withOurColors } from './lesson-colors.ts'
import { allowedStyle } from './lesson-style.ts'
import './rich-text.css'

const purifier = DOMPurify(window)

/** DOMPurify's attribute list applies to all tags. Our list is per tag and also filters styles by property. */
purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  const tag = element.tagName.toLowerCase()
  const isListed = LESSON_ATTRIBUTES[tag]?.includes(attribute.attrName) || LESSON_ATTRIBUTES['*']?.includes(attribute.attrName)
  if (attribute.attrName === 'style') attribute.attrValue = withOurColors(allowedStyle(attribute.attrValue))
  const isEmptyStyle = attribute.attrName === 'style' && attribute.attrValue === ''
  const isBadLink = attribute.attrName === 'href' && !isLinkAllowed(attribute.attrValue)
  attribute.keepAttr = Boolean(isListed) && !isEmptyStyle && !isBadLink
})
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', LINK_REL)
})

const options = {
  ALLOWED_TAGS: [...LESSON_TAGS],
  ALLOWED_ATTR: [...new Set(Object.values(LESSON_ATTRIBUTES).flat())],
  ALLOWED_URI_REGEXP: /^(?:https?|ftps?|mailto|tel|callto|sms|cid|xmpp):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Returns lesson text sanitized with the same lists as on the server. */
export const cleanHtml = (html: string): LessonHtml => purifier.sanitize(html, options) as LessonHtml

/** Renders lesson text read-only. The server sanitizes the text before storing it, and this component sanitizes it again. */
export const RichText = ({ html }: { html: string }) => {
  const clean = cleanHtml(html)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place that renders lesson HTML, sanitized on the line above
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: clean }} />
}
