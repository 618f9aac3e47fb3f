/**
 * The colors available for lesson text, by CSS name. There are only a few, and each has a dark theme counterpart in rich-text.css. Stored
 * text contains these names, which browsers preserve.
 */
export const TEXT_COLORS = [
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

type Color = { name: string; hue: number }

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

const channelsOf = (color: string): number[] | null => {
  const hex = /^#([\da-f]{3,8})$/i.exec(color)?.[1]
  if (hex) {
    const digits = hex.length < 6 ? [...hex.slice(0, 3)].map((digit) => digit + digit) : hex.slice(0, 6).match(/../g)
    return digits?.length === 3 ? digits.map((pair) => Number.parseInt(pair, 16)) : null
  }
  const numbers = /^rgba?\(([^)]*)\)$/i
    .exec(color)?.[1]
    ?.match(/[\d.]+/g)
    ?.map(Number)
  return numbers && numbers.length >= 3 && numbers[3] !== 0 ? numbers.slice(0, 3) : null
}

/** Returns a color's hue in degrees, or null if the color looks gray, black, or white. */
const hueOf = (color: string): number | null => {
  const named = NAMED_HUES[color.toLowerCase()]
  if (named !== undefined) return named
  const channels = channelsOf(color)
  if (!channels) return null
  const [red = 0, green = 0, blue = 0] = channels
  const highest = Math.max(red, green, blue)
  const spread = highest - Math.min(red, green, blue)
  if (spread < 24 || spread / highest < 0.1) return null
  const sixth = highest === red ? (green - blue) / spread : highest === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return (sixth * 60 + 360) % 360
}

const nearestOf = (colors: readonly Color[], color: string): string | null => {
  const known = colors.find(({ name }) => name === color.toLowerCase())
  if (known) return known.name
  const hue = hueOf(color)
  if (hue === null) return null
  const distance = (other: Color): number => Math.min(Math.abs(other.hue - hue), 360 - Math.abs(other.hue - hue))
  return colors.reduce((best, other) => (distance(other) < distance(best) ? other : best)).name
}

/**
 * Returns the text color nearest to a CSS color. Returns null for no color and for black, white, and gray, which become the default text
 * color.
 */
export const textColorFor = (color: string): string | null => nearestOf(TEXT_COLORS, color)

/** Returns the highlight nearest to a CSS background color. Returns null in the same cases as {@link textColorFor}. */
export const highlightFor = (color: string): string | null => nearestOf(HIGHLIGHTS, color)

const COLORED: Record<string, (color: string) => string | null> = { color: textColorFor, 'background-color': highlightFor }

/** Replaces each color in an allowed style (see lesson-style.ts) with one of our colors, which are legible in both themes. */
export const withOurColors = (style: string): string =>
  style
    .split(';')
    .map((declaration) => {
      const [property = '', value = ''] = declaration.split(':')
      const colorFor = COLORED[property]
      if (!colorFor) return declaration
      const color = colorFor(value)
      return color ? `${property}:${color}` : ''
    })
    .filter((declaration) => declaration !== '')
    .join(';')
