import { Document, ExternalHyperlink, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { costInTurns } from '#test/cpu.ts'
import type { ReadTask } from './items.ts'
import { readWord } from './word.ts'

const TASK: ReadTask = {
  ...{ kind: 'docx', content: '', allDay: 'guess', timezone: 'America/New_York' },
  ...{ today: '2026-11-18', year: { from: '2026-08-26', to: '2027-06-16' } },
}
const read = (bytes: Uint8Array) => readWord({ ...TASK, content: Buffer.from(bytes).toString('base64') })

type Child = Paragraph | Table
const written = (...children: Child[]): Promise<Buffer> => Packer.toBuffer(new Document({ sections: [{ children }] }))
const heading = (text: string, level: 1 | 2 = 1) =>
  new Paragraph({ text, heading: level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2 })
const bold = (text: string) => new Paragraph({ children: [new TextRun({ text, bold: true })] })
const cell = (text: string, columnSpan = 1) => new TableCell({ columnSpan, children: text.split('\n').map((line) => new Paragraph(line)) })
const table = (...rows: (string | TableCell)[][]) =>
  new Table({ rows: rows.map((cells) => new TableRow({ children: cells.map((text) => (typeof text === 'string' ? cell(text) : text)) })) })

/** Returns what was read, one line each: '2 2026-11-30 08:00-08:20 Morning Meeting | <p>Welcome</p>'. */
const linesOf = async (bytes: Uint8Array): Promise<string[]> => {
  const { items, problems } = await read(bytes)
  return [
    ...items.map(({ line, kind, date, startTime, endTime, title, description }) =>
      [line, date, kind === 'lesson' ? `${startTime ?? ''}-${endTime ?? ''}` : kind, title, description && `| ${description}`]
        .filter(Boolean)
        .join(' '),
    ),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ]
}

describe('a Word document', () => {
  test('has a heading per day, and keeps bold text, lists and links', async () => {
    const link = new ExternalHyperlink({ link: 'https://example.org/rocks', children: [new TextRun('rocks')] })
    const bytes = await written(
      heading('Monday, November 30'),
      heading('Math', 2),
      new Paragraph({ children: [new TextRun('Add '), new TextRun({ text: 'tenths', bold: true })] }),
      new Paragraph({ text: 'Warm up', bullet: { level: 0 } }),
      bold('Science'),
      new Paragraph({ children: [link] }),
      heading('Tuesday'),
      new Paragraph('8:00-8:45 Reading: chapter 3'),
      heading('Wednesday'),
      new Paragraph('No School'),
    )
    const rel = 'target="_blank" rel="noopener noreferrer nofollow"'
    expect(await linesOf(bytes)).toEqual([
      '2 2026-11-30 - Math | <p>Add <strong>tenths</strong></p><ul><li>Warm up</li></ul>',
      `5 2026-11-30 - Science | <p><a href="https://example.org/rocks" ${rel}>rocks</a></p>`,
      '8 2026-12-01 08:00-08:45 Reading | <p>chapter 3</p>',
      '10 2026-12-02 dayOff No School',
    ])
  })

  test('has a week as a table, where a lesson can reach over several days', async () => {
    const bytes = await written(
      table(['Name: Rivera', 'Subject: ELA', 'Week of: 11/30/26']),
      new Paragraph(''),
      table(['', 'Monday', 'Tuesday', 'Wednesday'], ['8:00-8:45', 'Math\nTenths', 'Math', 'NO SCHOOL'], ['11:30', cell('Lunch', 2), '']),
    )
    expect(await linesOf(bytes)).toEqual([
      '4 2026-12-02 dayOff NO SCHOOL',
      '4 2026-11-30 08:00-08:45 Math | <p>Tenths</p>',
      '4 2026-12-01 08:00-08:45 Math',
      '5 2026-11-30 11:30- Lunch',
      '5 2026-12-01 11:30- Lunch',
    ])
  })

  test('has a week of one class, whose rows are the parts of its plan', async () => {
    const bytes = await written(
      table(['Subject: ELA', 'Week of: 11/30/26']),
      new Paragraph(''),
      table(
        ['', 'MONDAY 11/30', 'TUESDAY 12/1'],
        ['Unit, Lesson #', 'Unit 1', 'Unit 2'],
        ['Objective:', 'Retell', ''],
        ['Homework:', 'N/A', 'p. 5'],
      ),
    )
    expect(await linesOf(bytes)).toEqual([
      '4 2026-11-30 - ELA | <p><strong>Unit, Lesson #:</strong> Unit 1</p><p><strong>Objective:</strong> Retell</p>',
      '4 2026-12-01 - ELA | <p><strong>Unit, Lesson #:</strong> Unit 2</p><p><strong>Homework:</strong> p. 5</p>',
    ])
  })

  test('from last year has last year’s dates, also below a week without a year', async () => {
    const bytes = await written(
      table(['Subject: ELA', 'Week of: 9/22/25']),
      new Paragraph(''),
      table(['', 'MONDAY 9/22', 'TUESDAY 9/23'], ['8:00', 'Retell', 'Write']),
      table(['Subject: Math', 'Week of: 9/29-10/3']),
      new Paragraph(''),
      table(['', 'Monday', 'Friday'], ['9:00', 'Add', 'Subtract']),
    )
    expect((await linesOf(bytes)).map((line) => line.replace(/^\d+ /, ''))).toEqual([
      '2025-09-22 08:00- Retell',
      '2025-09-23 08:00- Write',
      '2025-09-29 09:00- Add',
      '2025-10-03 09:00- Subtract',
    ])
  })

  test('is a form for one lesson', async () => {
    const bytes = await written(table(['Date', 'November 30'], ['Subject', 'Math'], ['Time', '8:00-8:45'], ['Objective', 'Add tenths']))
    expect(await linesOf(bytes)).toEqual(['1 2026-11-30 08:00-08:45 Math | <p><strong>Objective:</strong> Add tenths</p>'])
  })

  test('with empty days says so', async () => {
    const bytes = await written(table(['', 'Monday', 'Tuesday'], ['Objective', '', '']))
    expect(await linesOf(bytes)).toEqual(['0! We can’t find any lessons under these days.'])
  })

  test('without days says so', async () => {
    expect(await linesOf(await written(new Paragraph('Math')))).toEqual([
      '0! We can’t find any days with lessons. Put a heading such as “Monday, November 30” over each day.',
    ])
  })
})

const OLD = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const RELATIONSHIPS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
const XMLNS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const packed = (document: string, others: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(TYPES),
    '_rels/.rels': strToU8(RELATIONSHIPS),
    'word/document.xml': strToU8(document),
    ...others,
  })
const body = (content: string, start = ''): string =>
  `<?xml version="1.0"?>${start}<w:document ${XMLNS}><w:body>${content}</w:body></w:document>`
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

describe('a hostile Word document', () => {
  test.each([
    ['an old Word file', new Uint8Array(OLD), 'This is an old Word file. Save it as .docx, and try again.'],
    [
      'a document with a password',
      Buffer.concat([Buffer.from(OLD), Buffer.from('EncryptedPackage', 'utf16le')]),
      'This document has a password. Save a copy without one, and try again.',
    ],
    ['a PDF', strToU8('%PDF-1.7'), 'This isn’t a Word document. Save it as .docx, and try again.'],
    ['another archive', zipSync({ mimetype: strToU8('application/zip') }), 'This isn’t a Word document. Save it as .docx, and try again.'],
    ['a cut archive', packed(body(paragraph('Math'))).subarray(0, 300), undefined],
    [
      'entities that grow',
      packed(body(paragraph('&b;'), '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>')),
      undefined,
    ],
    ['an entity that names a file', packed(body(paragraph('&f;'), '<!DOCTYPE d [<!ENTITY f SYSTEM "file:///etc/passwd">]>')), undefined],
    ['a bomb of 50 MB', packed(body(`<!--${'x'.repeat(50_000_000)}-->`)), undefined],
    ['tags inside each other', packed(body('<w:tbl><w:tr><w:tc>'.repeat(20_000))), undefined],
    [
      'thousands of entries',
      packed(body(paragraph('Math')), Object.fromEntries(Array.from({ length: 5000 }, (_, place) => [`x/${place}`, new Uint8Array(1)]))),
      undefined,
    ],
  ])('that is %s is refused with a sentence', async (_, bytes, message) => {
    const error = await read(bytes).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ name: 'Unreadable', ...(message && { message }) })
  })

  test('keeps its pictures, other parts and outside paths packed', async () => {
    const bomb = new Uint8Array(60_000_000)
    const bytes = packed(body(paragraph('November 30') + paragraph('8:00 Math')), {
      'word/media/image1.png': bomb,
      'word/embeddings/inner.zip': zipSync({ x: bomb }),
      '../../etc/passwd': strToU8('x'),
    })
    expect(await linesOf(bytes)).toEqual(['2 2026-11-30 08:00- Math'])
  })
})

describe('the longest Word documents', () => {
  const spent = (work: () => Promise<unknown>): Promise<number> =>
    costInTurns(() => work().catch((error: unknown) => expect(error).toMatchObject({ name: 'Unreadable' })))
  test.each([
    ['paragraphs', body(paragraph('November 30') + paragraph('8:00 Math').repeat(9_900))],
    ['a table', body(`<w:tbl>${`<w:tr>${`<w:tc>${paragraph('Math')}</w:tc>`.repeat(10)}</w:tr>`.repeat(700)}</w:tbl>`)],
    ['one long paragraph', body(`<w:p>${'<w:r><w:t>Math </w:t></w:r>'.repeat(14_500)}</w:p>`)],
    ['many runs', body(`<w:p>${'<w:r><w:t>Math </w:t></w:r>'.repeat(200_000)}</w:p>`)],
    ['tables inside each other', body(`${'<w:tbl><w:tr><w:tc>'.repeat(200)}${paragraph('Math')}${'</w:tc></w:tr></w:tbl>'.repeat(200)}`)],
  ])('of %s are read or refused within two seconds of a processor', async (_, document) => {
    expect(await spent(() => read(packed(document)))).toBeLessThan(2000)
  })
})
