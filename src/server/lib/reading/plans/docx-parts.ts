/** Takes the parts of a Word document that have text out of its archive. */
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import { Unreadable } from '#server/lib/reading/findings.ts'

const MOST_ENTRIES = 2_000
/** Bytes of all parts together when unpacked. */
const MOST_BYTES = 8_000_000
/** Elements of all parts together. Each takes about 40 µs of processor time. A week of four classes has about 4,000. */
const MOST_ELEMENTS = 30_000
/** Two of three elements in a teacher's document are about looks that a lesson doesn't keep. */
const LOOKS =
  /<w:(?:rFonts|sz|szCs|rtl|cs|lang|color|highlight|proofErr|spacing|ind|jc|shd|kern|bCs|iCs|lastRenderedPageBreak|bookmark(?:Start|End)|top|bottom|left|right|start|end|insideH|insideV|widowControl|keepNext|keepLines|contextualSpacing|cantSplit|tblW|tcW|tblLayout|tblLook|tblInd|gridCol|trHeight|vAlign)(?: [^<>]*)?\/>/g
/** Bytes that the archive hands over at a time. */
const AT_ONCE = 65_536
/** Pictures, fonts, settings and themes stay packed. */
const NEEDED =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?:document\d?|styles|numbering|footnotes|endnotes)\.xml(?:\.rels)?)$/
/** Word never writes one, and it is how an XML document makes itself larger or names other files. */
const DOCUMENT_TYPE = /<!(?:DOCTYPE|ENTITY)/i

const NOT_WORD = 'This isn’t a Word document. Save it as .docx, and try again.'
const OLD_WORD = 'This is an old Word file. Save it as .docx, and try again.'
const LOCKED = 'This document has a password. Save a copy without one, and try again.'
const BROKEN = 'This Word document is damaged. Open it in Word, save it again, and try again.'
const TOO_LONG = 'This document is too long to read at once. Save it in parts, and bring in one after the other.'

const OPENING = '<'.charCodeAt(0)
const SLASH = '/'.charCodeAt(0)
/** The start of old Office files, and of those with a password. */
const OLD_START = [0xd0, 0xcf, 0x11, 0xe0]
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, place) => bytes[place] === byte)

/** Throws {@link Unreadable} if the file isn't an archive. */
const requireArchive = (bytes: Buffer): void => {
  if (startsWith(bytes, [0x50, 0x4b, 3, 4])) return
  if (!startsWith(bytes, OLD_START)) throw new Unreadable(NOT_WORD)
  throw new Unreadable(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? LOCKED : OLD_WORD)
}

/** Returns the needed parts by name. Counts bytes as they are unpacked, because an archive may lie about its sizes. */
const partsIn = (bytes: Uint8Array): Record<string, Uint8Array> => {
  const parts: Record<string, Uint8Array[]> = {}
  let entries = 0
  let size = 0
  const unzip = new Unzip((file) => {
    entries += 1
    if (entries > MOST_ENTRIES) throw new Unreadable(TOO_LONG)
    if (!NEEDED.test(file.name)) return
    const pieces: Uint8Array[] = []
    parts[file.name] = pieces
    file.ondata = (error, piece) => {
      if (error) throw error
      size += piece.length
      if (size > MOST_BYTES) throw new Unreadable(TOO_LONG)
      pieces.push(piece)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += AT_ONCE) unzip.push(bytes.subarray(at, at + AT_ONCE), at + AT_ONCE >= bytes.length)
  return Object.fromEntries(
    Object.entries(parts).map(([name, pieces]) => [name, Buffer.from(Buffer.concat(pieces).toString('utf8').replace(LOOKS, ''))]),
  )
}

/** Returns the number of `<` that don't start an end tag. */
const elementsIn = (part: Uint8Array): number => {
  let count = 0
  for (let at = part.indexOf(OPENING); at >= 0; at = part.indexOf(OPENING, at + 1)) if (part[at + 1] !== SLASH) count += 1
  return count
}

/** Returns the document as an archive with only the parts that have text. Throws {@link Unreadable}. */
export const textPartsOf = (bytes: Buffer): Buffer => {
  requireArchive(bytes)
  let parts: Record<string, Uint8Array>
  try {
    parts = partsIn(bytes)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(BROKEN)
  }
  if (!Object.keys(parts).some((name) => name.startsWith('word/document'))) throw new Unreadable(NOT_WORD)
  const elements = Object.values(parts).reduce((count, part) => count + elementsIn(part), 0)
  if (elements > MOST_ELEMENTS) throw new Unreadable(TOO_LONG)
  if (Object.values(parts).some((part) => DOCUMENT_TYPE.test(Buffer.from(part).toString('latin1')))) throw new Unreadable(BROKEN)
  return Buffer.from(zipSync(parts, { level: 0 }))
}
