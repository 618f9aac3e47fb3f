import { expect, test, vi } from 'vitest'
import { htmlOfMarkdown } from '#shared/markdown.ts'
import type { AiEvent } from '#shared/writing/contract.ts'
import { writeAnswer } from './data.ts'

/** Stubs a server that responds with the given events. */
const answering = (events: AiEvent[]) =>
  vi.stubGlobal('fetch', async () => new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')))
const ask = (onMore: (html: () => string) => void = () => undefined) =>
  writeAnswer({ prompt: 'Fractions', responseStyle: 'BRIEF' }, { signal: new AbortController().signal, htmlOf: htmlOfMarkdown, onMore })

test('the received text is kept even if the server reports a failure without content', async () => {
  answering([
    { kind: 'text', text: '**Half** of' },
    { kind: 'failed', content: '' },
  ])
  expect(await ask()).toMatchObject({ is: 'failed', html: '<p><strong>Half</strong> of</p>\n' })
})

test('a long answer that arrives letter by letter is converted to HTML only when rendered', async () => {
  answering(Array.from({ length: 8_000 }, () => ({ kind: 'text', text: '*a* ' }) as const))
  const began = process.cpuUsage()
  let latest = () => ''
  await ask((html) => {
    latest = html
  })
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000)
  expect(latest()).toMatch(/^<p>(?:<em>a<\/em> ?){8000}<\/p>/)
})
