import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HIGHLIGHTS, highlightFor, TEXT_COLORS, textColorFor, withOurColors } from './lesson-colors.ts'

test.each([
  ['#c00000', 'firebrick'],
  ['rgb(255, 0, 0)', 'firebrick'],
  ['#f00', 'firebrick'],
  ['Red', 'firebrick'],
  ['#2F5496', 'mediumblue'],
  ['rgb(56,118,29)', 'darkgreen'],
  ['#e69138', 'saddlebrown'],
  ['#9900ff', 'rebeccapurple'],
  ['rebeccapurple', 'rebeccapurple'],
  ['#000', null],
  ['rgb(33, 37, 41)', null],
  ['#666666', null],
  ['white', null],
  ['windowtext', null],
  ['inherit', null],
  ['', null],
])('text color %s becomes %s', (color, ours) => {
  expect(textColorFor(color)).toBe(ours)
})

test.each([
  ['#ffff00', 'khaki'],
  ['#00ff00', 'palegreen'],
  ['rgb(207, 226, 243)', 'powderblue'],
  ['#f4cccc', 'mistyrose'],
  ['rgba(255, 0, 0, 0)', null],
  ['transparent', null],
  ['rgb(255, 255, 255)', null],
])('background color %s becomes the highlight %s', (color, ours) => {
  expect(highlightFor(color)).toBe(ours)
})

test('a style keeps everything except colors that would be illegible in the dark theme', () => {
  expect(withOurColors('color:#111;text-align:center;background-color:#ff0')).toBe('text-align:center;background-color:khaki')
  expect(withOurColors("list-style-type:'☑ '")).toBe("list-style-type:'☑ '")
})

const NAMED: Record<string, string> = {
  firebrick: '#b22222',
  saddlebrown: '#8b4513',
  darkgreen: '#006400',
  mediumblue: '#0000cd',
  rebeccapurple: '#663399',
  khaki: '#f0e68c',
  palegreen: '#98fb98',
  powderblue: '#b0e0e6',
  mistyrose: '#ffe4e1',
}
const css = readFileSync(new URL('rich-text.css', import.meta.url), 'utf8')
const inTheDark = (name: string) => new RegExp(`"${name}"\\]\\)? \\{\\s*(?:background-)?color: (#[\\da-f]{6})`).exec(css)?.[1] ?? ''

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

// The ink color of each theme, and the backgrounds of lesson text: paper, surface, and a lesson's tint.
const THEMES = [
  { theme: 'light', shown: (name: string) => NAMED[name] ?? '', ink: '#1b2233', papers: ['#ffffff', '#faf8f3', '#ece9f7', '#f5efe6'] },
  { theme: 'dark', shown: inTheDark, ink: '#edf0f7', papers: ['#191e29', '#11141b', '#2b2b3a', '#2a2b2b'] },
]

test.each(THEMES)('every color is legible on every background and highlight, $theme', ({ shown, ink, papers }) => {
  const highlights = HIGHLIGHTS.map(({ name }) => shown(name))
  for (const color of [ink, ...TEXT_COLORS.map(({ name }) => shown(name))])
    for (const behind of [...papers, ...highlights]) expect(contrast(color, behind), `${color} on ${behind}`).toBeGreaterThanOrEqual(4.5)
})
