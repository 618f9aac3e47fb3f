import { expect, test } from 'vitest'
import { driveLink } from './drive-link.ts'

const linkTo = (url: string) => driveLink({ name: 'Fractions', url })

test.each([
  'https://docs.google.com/document/d/1aB-c_9/edit?usp=drive_web',
  'https://drive.google.com/file/d/1aB-c_9/view',
  'https://DOCS.google.com/spreadsheets/d/1/edit#gid=0',
])('a file in Drive becomes a link with its name: %s', (url) => {
  expect(linkTo(url)).toEqual({ href: new URL(url).href, text: 'Fractions' })
})

test.each([
  'http://docs.google.com/document/d/1',
  'https://docs.google.com.evil.example/document',
  'https://evil.example/?https://docs.google.com/',
  'https://docs.google.com@evil.example/',
  'https://maya:secret@docs.google.com/',
  'https://docs.google.com:8443/document',
  'https://sites.google.com/view/evil',
  'javascript:alert(1)//https://docs.google.com/',
  '//docs.google.com/document',
  'data:text/html,hello',
  '',
])('any other address is rejected: %s', (url) => {
  expect(linkTo(url)).toBeNull()
})

test('the name is one visible line and never empty', () => {
  const url = 'https://docs.google.com/document/d/1'
  const nameOf = (name: string) => driveLink({ name, url })?.text
  expect(nameOf('  Week 3:\n\tfractions & <b>shapes</b> ')).toBe('Week 3: fractions & <b>shapes</b>')
  expect(nameOf('plan\u202Efdp.exe\u0000')).toBe('plan fdp.exe')
  expect(nameOf('\u200B ')).toBe('Google Drive file')
  expect([...(nameOf('🎒'.repeat(500)) ?? '')]).toHaveLength(200)
})
