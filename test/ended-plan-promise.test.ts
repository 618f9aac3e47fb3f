/** Every message that says what teachers can still do after a trial or plan ends must make the same promise. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { trialEndedLetter, trialEndingLetter } from '#server/features/billing/mails.ts'
import { CAMPAIGN_TEMPLATES } from '#shared/mail/campaigns/rules.ts'
import { Questions } from '#web/features/landing/questions.tsx'
import { TermsPage } from '#web/features/legal/terms-page.tsx'

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
const landing = renderToStaticMarkup(createElement(Questions, { className: '' }))
const inMail = ({ body, link }: ReturnType<typeof trialEndedLetter>) => [...body, link?.before].join(' ')
const MAYA = { address: 'https://plan.example', name: 'Maya', timezone: 'UTC' }

test.each([
  ['the landing page', textOf(landing)],
  ['the Terms', textOf(renderToStaticMarkup(createElement(TermsPage)))],
  ['the mail before the end of a trial', inMail(trialEndingLetter(MAYA, { endsAt: new Date('2026-11-25T14:00:00Z') }))],
  ['the mail at the end of a trial', inMail(trialEndedLetter(MAYA))],
  ['the mail to many before the end of a trial', CAMPAIGN_TEMPLATES.find(({ id }) => id === 'trial-expiring')?.text ?? ''],
])('%s says that a teacher can still view, print, export, and make sub plans', (_where, text) => {
  const [sentence = ''] = /[^.:]*\b(?:read|view)\b[^.]*\bprint\b[^.]*/.exec(text) ?? []
  expect(sentence).toMatch(/(?:substitute|sub) plans/)
  expect(sentence).toMatch(/export/)
})

test('the landing page says which companies get data, and mentions the AI provider only if AI is set up', () => {
  expect(textOf(landing)).toContain(
    'Privacy Policy. If you let AI write, the text of that lesson goes to the AI provider, but never your student notes. The people',
  )
  const withoutAi = landing.replaceAll(/<span class="by-ai[^"]*">.*?<\/span>/gs, '')
  expect(textOf(withoutAi)).toContain('except the services named in the Privacy Policy. The people')
  expect(textOf(withoutAi)).not.toContain('AI')
})
