/** A page's markup as plain data. The browser and the server read it from their own parsers, so that both lay a page out alike. */
export type MarkupElement = {
  /** In capitals. */
  tag: string
  attributes: Readonly<Record<string, string>>
  children: readonly MarkupNode[]
}
type MarkupNode = MarkupElement | string

export const isElement = (node: MarkupNode): node is MarkupElement => typeof node !== 'string'

export const textOf = (node: MarkupNode): string => (isElement(node) ? node.children.map(textOf).join('') : node)

export const elementsIn = ({ children }: MarkupElement): MarkupElement[] => children.filter(isElement)

export const classesOf = ({ attributes }: MarkupElement): string[] => (attributes['class'] ?? '').split(/\s+/).filter(Boolean)

export const hasClass = (element: MarkupElement, name: string): boolean => classesOf(element).includes(name)

/** Returns the elements below this one that match, in document order. Doesn't look inside of a match. */
export const findAll = (within: MarkupElement, matches: (element: MarkupElement) => boolean): MarkupElement[] =>
  elementsIn(within).flatMap((element) => (matches(element) ? [element] : findAll(element, matches)))
