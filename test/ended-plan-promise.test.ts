/** Tests that every text about the time after a trial or plan makes the same promise. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { trialEnded, trialEnding } from '#server/features/mail/mails.ts'
import { CAMPAIGN_TEMPLATES } from '#shared/mail/campaigns/rules.ts'
import { Questions } from '#web/features/landing/questions.tsx'
import { TermsPage } from '#web/features/legal/terms-page.tsx'

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
const landing = renderToStaticMarkup(createElement(Questions, { className: '' }))
const MAYA = { address: 'https://plan.example', name: 'Maya', timezone: 'UTC' }

test.each([
  ['the landing page', textOf(landing)],
  ['the Terms', textOf(renderToStaticMarkup(createElement(TermsPage)))],
  ['the mail before the end of a trial', trialEnding(MAYA, { endsAt: new Date('2026-11-25T14:00:00Z') }).body.join(' ')],
  ['the mail at the end of a trial', trialEnded(MAYA).body.join(' ')],
  ['the mail to many before the end of a trial', CAMPAIGN_TEMPLATES.find(({ id }) => id === 'trial-expiring')?.text ?? ''],
])('a teacher who reads %s learns that they can still read, print, export and make substitute plans', (_where, text) => {
  const [sentence = ''] = /[^.:]*\bread\b[^.]*\bprint\b[^.]*/.exec(text) ?? []
  expect(sentence).toMatch(/sub(stitute)? plans/)
  expect(sentence).toMatch(/export/)
})

test('a visitor reads that no other company gets student data, unless teachers use AI', () => {
  expect(textOf(landing)).toContain(
    'no other company gets it, unless you let AI write: then the text of that lesson goes to the AI provider, never your student notes.',
  )
  const withoutAi = landing.replaceAll(/<span class="by-ai[^"]*">.*?<\/span>/gs, '')
  expect(textOf(withoutAi)).toContain('no other company gets it.')
  expect(textOf(withoutAi)).not.toContain('AI')
})
