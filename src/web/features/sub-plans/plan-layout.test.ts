import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { JSDOM } from 'jsdom'
import type pdfmakeType from 'pdfmake'
import { expect, test } from 'vitest'
import { planDefinition } from './plan-layout.ts'

const require = createRequire(import.meta.url)
const pdfmake: typeof pdfmakeType = require('pdfmake')
pdfmake.setFonts(require('pdfmake/fonts/Roboto.js'))
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.includes('Roboto'))

test.each(['A4', 'LETTER'] as const)(
  'on %s each sheet begins a page, and each page says whose it is, for which day and which of how many',
  async (paper) => {
    const file = fileURLToPath(new URL('../../../../test/golden/sub-plan-of-several-days.html', import.meta.url))
    const definition = planDefinition(new JSDOM(readFileSync(file, 'utf8')).window.document, paper)
    const drawn: string[] = []
    // Records each section's header as it's drawn: once per page, in every layout pass.
    const content = (definition.content as unknown as { header: { text: string } }[]).map((section) => ({
      ...section,
      header: (page: number, pages: number) => {
        drawn.push(`${section.header.text}, page ${page} of ${pages}`)
        return section.header
      },
    }))
    await pdfmake.createPdf({ ...definition, content } as never).getBuffer()
    expect(drawn.slice(-5)).toEqual([
      'Maya Rivera · Nov 18, 2026 – Nov 20, 2026, page 1 of 5',
      'Maya Rivera · Wednesday, November 18, 2026, page 2 of 5',
      'Maya Rivera · Thursday, November 19, 2026, page 3 of 5',
      'Maya Rivera · Friday, November 20, 2026, page 4 of 5',
      'Maya Rivera · Wednesday, November 18, 2026, page 5 of 5',
    ])
    expect(JSON.stringify((definition.footer as (page: number, pages: number) => unknown)(2, 5))).toContain('page 2 of 5')
  },
)

test('a lesson that contains a table without rows still renders to PDF', async () => {
  const page = '<table class="sheet"><tbody><tr><td><div class="text"><p>before</p><table></table></div></td></tr></tbody></table>'
  const pdf = await pdfmake.createPdf(planDefinition(new JSDOM(page).window.document, 'A4') as never).getBuffer()
  expect(pdf.length).toBeGreaterThan(1000)
})
