import { Mark } from '@tiptap/core'
import { highlightFor, textColorFor } from './lesson-colors.ts'

/** Creates a mark that applies one of our colors to text. Parsing maps any other color to our nearest one. */
const colorMark = (name: string, property: string, tag: string, colorFor: (color: string) => string | null) =>
  Mark.create({
    name,
    addAttributes: () => ({ color: { rendered: false } }),
    parseHTML: () => [
      {
        style: property,
        getAttrs: (value) => {
          const color = colorFor(value)
          return color ? { color } : false
        },
      },
    ],
    renderHTML: ({ mark }) => [tag, { style: `${property}: ${mark.attrs['color']}` }, 0],
  })

export const TextColor = colorMark('textColor', 'color', 'span', textColorFor)
export const Highlight = colorMark('highlight', 'background-color', 'mark', highlightFor)
