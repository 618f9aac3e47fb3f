/**
 * The colors available for lesson text, by CSS name. There are only a few, and each has a dark theme counterpart in rich-text.css. Stored
 * text contains these names, which browsers preserve.
 */
export const TEXT_COLOURS = [
  { name: 'firebrick', label: 'Red', hue: 0 },
  { name: 'saddlebrown', label: 'Brown', hue: 30 },
  { name: 'darkgreen', label: 'Green', hue: 120 },
  { name: 'mediumblue', label: 'Blue', hue: 225 },
  { name: 'rebeccapurple', label: 'Purple', hue: 285 },
] as const
export const HIGHLIGHTS = [
  { name: 'khaki', label: 'Yellow', hue: 54 },
  { name: 'palegreen', label: 'Green', hue: 120 },
  { name: 'powderblue', label: 'Blue', hue: 205 },
  { name: 'mistyrose', label: 'Pink', hue: 340 },
] as const

type Colour = { name: string; hue: number }

/** Hues of named colors from other programs. */
const NAMED_HUES: Record<string, number> = {
  red: 0,
  crimson: 0,
  maroon: 0,
  darkred: 0,
  orange: 30,
  brown: 30,
  yellow: 54,
  gold: 54,
  lime: 120,
  green: 120,
  teal: 180,
  cyan: 190,
  aqua: 190,
  blue: 225,
  navy: 225,
  purple: 285,
  violet: 285,
  magenta: 300,
  fuchsia: 300,
  pink: 340,
}

const channelsOf = (colour: string): number[] | null => {
  const hex = /^#([\da-f]{3,8})$/i.exec(colour)?.[1]
  if (hex) {
    const digits = hex.length < 6 ? [...hex.slice(0, 3)].map((digit) => digit + digit) : hex.slice(0, 6).match(/../g)
    return digits?.length === 3 ? digits.map((pair) => Number.parseInt(pair, 16)) : null
  }
  const numbers = /^rgba?\(([^)]*)\)$/i
    .exec(colour)?.[1]
    ?.match(/[\d.]+/g)
    ?.map(Number)
  return numbers && numbers.length >= 3 && numbers[3] !== 0 ? numbers.slice(0, 3) : null
}

/** Returns a color's hue in degrees, or null if the color looks gray, black, or white. */
const hueOf = (colour: string): number | null => {
  const named = NAMED_HUES[colour.toLowerCase()]
  if (named !== undefined) return named
  const channels = channelsOf(colour)
  if (!channels) return null
  const [red = 0, green = 0, blue = 0] = channels
  const highest = Math.max(red, green, blue)
  const spread = highest - Math.min(red, green, blue)
  if (spread < 24 || spread / highest < 0.1) return null
  const sixth = highest === red ? (green - blue) / spread : highest === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return (sixth * 60 + 360) % 360
}

const nearestOf = (colours: readonly Colour[], colour: string): string | null => {
  const known = colours.find(({ name }) => name === colour.toLowerCase())
  if (known) return known.name
  const hue = hueOf(colour)
  if (hue === null) return null
  const distance = (other: Colour): number => Math.min(Math.abs(other.hue - hue), 360 - Math.abs(other.hue - hue))
  return colours.reduce((best, other) => (distance(other) < distance(best) ? other : best)).name
}

/**
 * Returns the text color nearest to a CSS color. Returns null for no color and for black, white, and gray, which become the default text
 * color.
 */
export const textColourFor = (colour: string): string | null => nearestOf(TEXT_COLOURS, colour)

/** Returns the highlight nearest to a CSS background color. Returns null in the same cases as {@link textColourFor}. */
export const highlightFor = (colour: string): string | null => nearestOf(HIGHLIGHTS, colour)

const COLOURED: Record<string, (colour: string) => string | null> = { color: textColourFor, 'background-color': highlightFor }

/** Replaces each color in an allowed style (see lesson-style.ts) with one of our colors, which are legible in both themes. */
export const withOurColours = (style: string): string =>
  style
    .split(';')
    .map((declaration) => {
      const [property = '', value = ''] = declaration.split(':')
      const colourFor = COLOURED[property]
      if (!colourFor) return declaration
      const colour = colourFor(value)
      return colour ? `${property}:${colour}` : ''
    })
    .filter((declaration) => declaration !== '')
    .join(';')
