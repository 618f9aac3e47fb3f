import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textOfFile } from './text-of-file.ts'

const TEXT = 'Date,Plan\r\n11/30,Café “Crème” – 3 €\r\n'
const utf16 = (text: string, isBigEndian = false): Buffer =>
  isBigEndian ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')
const windows = Buffer.from('Café', 'latin1')

describe('the text of a file', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16', utf16(TEXT)],
    ['UTF-16 with a mark', utf16(`\ufeff${TEXT}`)],
    ['UTF-16 of a Mac', utf16(TEXT, true)],
    ['UTF-16 of a Mac with a mark', utf16(`\ufeff${TEXT}`, true)],
  ])('is read from %s', (_, bytes) => {
    expect(textOfFile(bytes)).toBe(TEXT)
  })

  test('is read from what Excel saves without UTF-8', () => {
    expect(textOfFile(windows)).toBe('Café')
  })

  test('of an empty file is empty', () => {
    expect(textOfFile(new Uint8Array())).toBe('')
  })

  test('is never refused, and is exact for UTF-8', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void textOfFile(bytes)))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'))
        expect(textOfFile(new TextEncoder().encode(text))).toBe(text)
      }),
    )
  })
})
