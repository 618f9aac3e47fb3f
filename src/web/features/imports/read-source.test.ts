import { expect, test } from 'vitest'
import { MAX_FILE_BYTES, originalLines, readFile, readText, sizeInWords } from './read-source.ts'

/** Node has no FileReader. */
const base64Of = async (file: File) => Buffer.from(await file.arrayBuffer()).toString('base64')
const read = async (name: string, content: BlobPart = 'Date,Title') => readFile(new File([content], name), base64Of)
const kindOf = async (name: string, content?: BlobPart) => (await read(name, content)).given?.kind
const problemOf = async (name: string, content?: BlobPart) => (await read(name, content)).problem

test('a file is what its content says, whatever its name is', async () => {
  expect(await kindOf('holidays.txt', 'BEGIN:VCALENDAR\r\nVERSION:2.0')).toBe('ics')
  expect(await kindOf('plan.ics', 'BEGIN:VCALENDAR')).toBe('ics')
  expect(await kindOf('rows.csv')).toBe('csv')
  expect(await kindOf('rows.txt', 'Date\tTitle\n11/30\tMath')).toBe('csv')
  expect(await kindOf('plans.txt', 'Monday, November 30\nMath')).toBe('text')
  expect(await kindOf('plans.docx', 'PK\u0003\u0004 word/document.xml')).toBe('docx')
  expect(await kindOf('firstbell.zip', 'PK\u0003\u0004 calendar.json')).toBe('firstbell')
})

test.each([
  ['plan.xlsx', 'PK xl/workbook.xml', /^plan\.xlsx is an Excel file\. Open it, save it as \.csv/],
  ['plan.xls', 'x', /save it as \.csv/],
  ['plan.doc', 'x', /old version of Word\. Save it as \.docx/],
  ['plan.pdf', '%PDF-1.7', /PDF/],
  ['plan.numbers', 'PK', /Export To, CSV/],
  ['plan.pages', 'PK', /Export To, Word/],
  ['plan.gsheet', '{}', /download it as \.csv/],
  ['plan.rtf', '{\\rtf1', /rich text/],
  ['calendar.zip', 'PK me@school.ics', /Unzip it/],
  ['plan.odt', 'PK', /OpenDocument/],
  ['plan.csv', '', /is empty/],
  ['plan.csv', 'Date,Title\0\u0001\u0002', /isn’t a text file/],
])('%s is refused with what to do instead', async (name, content, words) => {
  expect(await problemOf(name, content)).toMatch(words)
})

test('a file of more than 5 MB is refused before it is read', async () => {
  expect(await problemOf('rows.csv', 'x'.repeat(MAX_FILE_BYTES + 1))).toBe('rows.csv is over 5 MB. Bring it in as several smaller files.')
  expect(readText('é'.repeat(MAX_FILE_BYTES / 2 + 1), 'csv').problem).toMatch(/over 5 MB/)
})

test('a Word document is sent in base64', async () => {
  const bytes = new TextEncoder().encode('PK\u0003\u0004 word/document é')
  const { given } = await read('plans.docx', bytes)
  expect(given?.content).toBe(Buffer.from(bytes).toString('base64'))
})

test('text in UTF-16 or Latin-1 is read as its program wrote it', async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...'Café'].flatMap((letter) => [letter.charCodeAt(0), 0])])
  expect((await read('a.csv', utf16)).given?.content).toBe('Café')
  expect((await read('a.csv', new Uint8Array([0x43, 0x61, 0x66, 0xe9]))).given?.content).toBe('Café')
})

test('pasted rows are a spreadsheet, also where text is expected', () => {
  expect(readText('Date\tTitle\n11/30\tMath', 'text').given?.kind).toBe('csv')
  expect(readText('Monday\nMath', 'text').given?.kind).toBe('text')
  expect(readText('11/30,Math', 'csv').given?.kind).toBe('csv')
})

test('lines are copied as they were given, below the header, with the line breaks in their cells', () => {
  const content = 'Date,Plan\n11/30,Math\n11/31,"Read\nand write"\n12/1,Art'
  expect(originalLines(content, [3])).toBe('Date,Plan\n11/31,"Read\nand write"')
  expect(originalLines(content, [2, 5])).toBe('Date,Plan\n11/30,Math\n12/1,Art')
})

test('sizes are in words', () => {
  expect([100, 12_000, 3_300_000].map(sizeInWords)).toEqual(['1 KB', '12 KB', '3.1 MB'])
})
