import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findCanaries } from './canaries/search.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-canaries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const TEXT = 'Milo’s "inhaler" is blue'

test.each<[string, Buffer | string]>([
  ['plain', TEXT],
  ['JSON', JSON.stringify({ note: TEXT })],
  ['ASCII JSON', JSON.stringify(TEXT).replace('’', '\\u2019')],
  ['a URL', `/?note=${encodeURIComponent(TEXT)}`],
  ['base64', Buffer.from(`<p>${TEXT}</p>`).toString('base64')],
  ['base64 elsewhere', Buffer.from(`.<p>${TEXT}.</p>`).toString('base64')],
  ['base64url', Buffer.from(`..<p>${TEXT}..</p>`).toString('base64url')],
  ['hex', Buffer.from(TEXT).toString('hex')],
  ['UTF-16', Buffer.from(TEXT, 'utf16le')],
  ['the end of a large file', Buffer.concat([Buffer.alloc(9_000_000, 'x'), Buffer.from(TEXT)])],
  ['the border of two chunks', Buffer.concat([Buffer.alloc(4 * 1024 * 1024 - 10, 'x'), Buffer.from(TEXT), Buffer.alloc(100)])],
])('a text is found in %s', async (name, content) => {
  const file = path.join(folder, name.replaceAll(' ', '-'))
  writeFileSync(file, content)
  expect(await findCanaries([{ kind: 'note', text: TEXT }], [file])).toEqual([`note “${TEXT}” is in ${file}`])
  expect(await findCanaries([{ kind: 'note', text: 'Milo’s "inhaler" is red' }], [file])).toEqual([])
})
