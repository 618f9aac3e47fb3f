/** Recognizes files and pasted text that a teacher brings in. */
import type { ImportKind } from '#shared/imports/rules.ts'
import { textOfFile } from './text-of-file.ts'

/** The sources that a teacher chooses from. */
export type Source = 'ics' | 'csv' | 'text' | 'firstbell'

/** A file or text to bring in. `id` is unique, and `content` may be megabytes. */
export type Given = {
  id: number
  kind: ImportKind
  /** The text, or the file in base64. */
  content: string
  /** Null for text that was typed or pasted. */
  name: string | null
  bytes: number
}
export type ReadSource = { given: Omit<Given, 'id'>; problem: null } | { given: null; problem: string }

export const MAX_FILE_BYTES = 5 * 1024 * 1024
const TOO_LARGE = 'is over 5 MB. Bring it in as several smaller files.'

export const sourceOf = (kind: ImportKind): Source => (kind === 'docx' ? 'text' : kind)

/** Returns a size in words, such as '12 KB' or '3.1 MB'. */
export const sizeInWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const CSV = 'Open it, save it as .csv, and bring that in.'
const DOCX = 'Save it as .docx, and bring that in.'
/** Files that can't come in: a part of their content or name, and the advice. */
const REFUSED: readonly { is: (head: string, all: string, name: string) => boolean; words: string }[] = [
  {
    is: (head) => head.startsWith('%PDF'),
    words: `is a PDF, which loses its columns and days. Open the original and save it as .docx or .csv.`,
  },
  { is: (_, all, name) => all.includes('xl/workbook') || /\.xls[xmb]?$/.test(name), words: `is an Excel file. ${CSV}` },
  { is: (_, all, name) => all.includes('opendocument.spreadsheet') || name.endsWith('.ods'), words: `is a spreadsheet. ${CSV}` },
  { is: (_, all, name) => all.includes('opendocument.text') || name.endsWith('.odt'), words: `is an OpenDocument text. ${DOCX}` },
  {
    is: (_, __, name) => name.endsWith('.numbers'),
    words: 'is a Numbers file. In Numbers, choose File, Export To, CSV, and bring that in.',
  },
  { is: (_, __, name) => name.endsWith('.pages'), words: 'is a Pages file. In Pages, choose File, Export To, Word, and bring that in.' },
  {
    is: (_, __, name) => /\.g(sheet|doc)$/.test(name),
    words: 'is only a link. Open it in Google Drive, and download it as .csv or .docx.',
  },
  {
    is: (_, all, name) => all.includes('ppt/presentation') || /\.(pptx?|key)$/.test(name),
    words: 'is a presentation. Copy its text, and paste it here.',
  },
  {
    is: (head, _, name) => head.startsWith('\u00d0\u00cf\u0011\u00e0') || name.endsWith('.doc'),
    words: `is from an old version of Word. ${DOCX}`,
  },
  { is: (head, _, name) => head.startsWith('{\\rtf') || name.endsWith('.rtf'), words: `is rich text. ${DOCX}` },
  {
    is: (head, all) => head.startsWith('PK') && all.includes('.ics') && !all.includes('calendar.json'),
    words: 'is packed. Unzip it, and bring in the .ics file that is in it.',
  },
  { is: (head) => /^(\u0089PNG|GIF8|\u00ff\u00d8\u00ff)/.test(head), words: 'is a picture. Bring in a file with text.' },
]

/** Returns a file in base64. The browser does this without holding up the page. */
const inBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** Returns the kind that text has for sure, or undefined. */
const kindOfText = (text: string): ImportKind | undefined => {
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) return 'ics'
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.filter((line) => line.includes('\t')).length * 2 >= lines.length ? 'csv' : undefined
}

/** Returns the kind of a file by its content and then its name. */
const kindOfFile = (head: string, all: string, name: string): ImportKind => {
  if (all.includes('word/document')) return 'docx'
  if (head.startsWith('PK')) return 'firstbell'
  if (/\.(ics|ical|ifb|icalendar)$/.test(name)) return 'ics'
  if (/\.(csv|tsv|tab)$/.test(name)) return 'csv'
  return kindOfText(head) ?? 'text'
}

/** Returns text that was typed or pasted as what it is. Text that could be anything is of the kind `usual`. */
export const readText = (text: string, usual: ImportKind): ReadSource => {
  const bytes = new Blob([text]).size
  if (bytes > MAX_FILE_BYTES) return { given: null, problem: `That text ${TOO_LARGE}` }
  return { given: { kind: kindOfText(text) ?? usual, content: text, name: null, bytes }, problem: null }
}

/** Reads a file. If it can't come in, returns what to do instead, as a sentence. */
export const readFile = async (file: File, base64Of = inBase64): Promise<ReadSource> => {
  const refuse = (words: string): ReadSource => ({ given: null, problem: `${file.name} ${words}` })
  const name = file.name.toLowerCase()
  const named = REFUSED.find(({ is }) => is('', '', name))
  if (named) return refuse(named.words)
  if (file.size > MAX_FILE_BYTES) return refuse(TOO_LARGE)
  if (file.size === 0) return refuse('is empty.')
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return refuse('couldn’t be read. If it’s on a drive in the cloud, download it first.')
  }
  // The names of packed files are readable in the packed bytes.
  const all = new TextDecoder('latin1').decode(bytes)
  const head = all.slice(0, 4000)
  const refused = REFUSED.find(({ is }) => is(head, all, name))
  if (refused) return refuse(refused.words)
  const kind = kindOfFile(head, all, name)
  const isPacked = kind === 'docx' || kind === 'firstbell'
  const content = isPacked ? await base64Of(file) : textOfFile(bytes)
  if (!isPacked && content.includes('\0')) return refuse('isn’t a text file. Bring in a .csv, .docx or .ics file.')
  return { given: { kind, content, name: file.name, bytes: file.size }, problem: null }
}

/** Returns the lines of a spreadsheet or text that have these numbers, with the header first, as they were given. */
export const originalLines = (content: string, numbers: readonly number[]): string => {
  const lines = content.split(/\r\n|\r|\n/)
  const rowAt = (place: number): string => {
    let end = place
    // A quoted cell can have line breaks.
    while (
      end < lines.length - 1 &&
      (lines
        .slice(place, end + 1)
        .join('')
        .split('"').length -
        1) %
        2 ===
        1 &&
      end - place < 200
    )
      end++
    return lines.slice(place, end + 1).join('\n')
  }
  return [1, ...numbers.filter((line) => line > 1)].map((line) => rowAt(line - 1)).join('\n')
}
