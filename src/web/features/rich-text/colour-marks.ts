import { Mark } from '@tiptap/core'
import { highlightFor, textColourFor } from './lesson-colours.ts'

/** Creates a mark that applies one of our colors to text. Parsing maps any other color to our nearest one. */
const colourMark = (name: string, property: string, tag: string, colourFor: (colour: string) => string | null) =>
  Mark.create({
    name,
    addAttributes: () => ({ colour: { rendered: false } }),
    parseHTML: () => [
      {
        style: property,
        getAttrs: (value) => {
          const colour = colourFor(value)
          return colour ? { colour } : false
        },
      },
    ],
    renderHTML: ({ mark }) => [tag, { style: `${property}: ${mark.attrs['colour']}` }, 0],
  })

export const TextColour = colourMark('textColour', 'color', 'span', textColourFor)
export const Highlight = colourMark('highlight', 'background-color', 'mark', highlightFor)
