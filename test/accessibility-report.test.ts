/** The accessibility conformance report must cover WCAG 2.2, levels A and AA, and its summary must say what its criteria say. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
const report = read('docs/accessibility-report.md')

/** The success criteria of WCAG 2.2. 4.1.1 is obsolete. */
const CRITERIA = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
} as const

const sectionOf = (heading: string) => report.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ''
const verdictsIn = (text: string) =>
  [...text.matchAll(/^### ([\d.]+) [^\n]*: (Supports|Partially Supports|Does Not Support|Not Applicable)\n\n(?=\S)/gm)].map(
    ([, number = '', verdict = '']) => ({ number, verdict }),
  )
const all = verdictsIn(report)
const count = (wanted: string) => all.filter(({ verdict }) => verdict === wanted).length

test.each(['A', 'AA'] as const)('each criterion of level %s has a verdict and remarks, in order', (level) => {
  const numbers = verdictsIn(sectionOf(`Level ${level}`)).map(({ number }) => number)
  expect(numbers.join(' ')).toBe(CRITERIA[level])
})

test('the summary counts the verdicts, and the page and the list of gaps name the same', () => {
  expect(/^\*\*In short\.\*\* .*$/m.exec(report)?.[0]).toContain(
    `Of the ${all.length} criteria, Firstbell supports ${count('Supports')}, partially supports ${count('Partially Supports')}, and doesn’t support ${count('Does Not Support')}. ${count('Not Applicable')} don’t apply.`,
  )
  expect(read('src/web/features/legal/accessibility.md')).toContain(`goes through all ${all.length}, one by one`)
  const open = all.filter(({ verdict }) => verdict === 'Partially Supports' || verdict === 'Does Not Support')
  const gaps = [...sectionOf('Known gaps').matchAll(/^- \*\*([\d.]+):\*\*/gm)].map(([, number]) => number)
  expect(gaps).toEqual(open.map(({ number }) => number))
})
