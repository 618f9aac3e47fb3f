/** Parses a raw email: its headers, plain text part and HTML part. */
type ReadMail = {
  /** Header values by lowercase name. A repeated header has several values. */
  headers: Record<string, string[]>
  subject: string
  text: string
  html: string
  attachments: { name: string; type: string; base64: string }[]
}

/** An email in the inbox. */
export type ArrivedMail = ReadMail & { number: number; from: string; to: string[]; at: string; raw: string }

/** Decodes `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. Drops whitespace between two encoded words. */
const decodedWords = (value: string): string =>
  value
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('utf8') : quotedPrintable(text.replaceAll('_', ' ')),
    )

const quotedPrintable = (text: string): string => {
  const bytes = text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const splitAt = (raw: string): { head: string; body: string } => {
  const at = raw.indexOf('\r\n\r\n')
  return at < 0 ? { head: raw, body: '' } : { head: raw.slice(0, at), body: raw.slice(at + 4) }
}

const headersOf = (head: string): Record<string, string[]> => {
  const headers: Record<string, string[]> = {}
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value]
  }
  return headers
}

type Part = { type: string; content: string; file?: { name: string; base64: string } }

const partsOf = (raw: string): Part[] => {
  const { head, body } = splitAt(raw)
  const headers = headersOf(head)
  const type = headers['content-type']?.[0] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '')))
  const name = /^attachment;.*filename="?([^";]+)"?/i.exec(headers['content-disposition']?.[0] ?? '')?.[1]
  if (name !== undefined) return [{ type, content: '', file: { name, base64: body.replace(/\s/g, '') } }]
  const encoding = headers['content-transfer-encoding']?.[0]?.toLowerCase()
  const content =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body)
        : Buffer.from(body, 'latin1').toString('utf8')
  return [{ type, content }]
}

export const readMail = (raw: Buffer): ReadMail => {
  const written = raw.toString('latin1')
  const headers = headersOf(splitAt(written).head)
  const parts = partsOf(written)
  const of = (type: string) => parts.find((part) => part.type.startsWith(type))?.content.replaceAll('\r\n', '\n') ?? ''
  const attachments = parts.flatMap(({ type, file }) => (file ? [{ ...file, type: type.split(';', 1)[0] ?? '' }] : []))
  return { headers, subject: decodedWords(headers['subject']?.[0] ?? ''), text: of('text/plain'), html: of('text/html'), attachments }
}
