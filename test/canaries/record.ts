/**
 * Records the secrets and the encrypted texts that pass through the server of the browser tests, whatever the tests do, so that
 * check.ts can look for them afterwards. The tests don't mark their texts: everything in these fields is a canary.
 */
import { subscribe } from 'node:diagnostics_channel'
import fs, { appendFileSync, mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { NOTE_NAMES } from '#shared/accounts/rules.ts'
import { plainText } from '#shared/plain-text.ts'
import type { Canary } from './search.ts'

export const RECORDS = { canaries: 'canaries', ordinary: 'ordinary', addresses: 'addresses', errors: 'errors', log: 'log' } as const

const PASSWORDS = ['password', 'passwordHash', 'currentPassword', 'newPassword']
const NOTES: readonly string[] = NOTE_NAMES
const OF_REPORT = ['name', 'absent', 'incidents', 'note']
/** Settings that are secret. The key for Google's picker isn't: pages have it. */
const SECRET_SETTING = /SECRET|^AI_API_KEY$|^METRICS_TOKEN$/

/** Returns the texts in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

const piecesOf = (html: string): string[] => plainText(html).split('\n')

/** Returns what a call sends that must not be found, and all other texts. */
const sortSent = (url: string, body: unknown): { canaries: Canary[]; ordinary: string[] } => {
  const canaries: Canary[] = []
  const isReport = /^\/s\/[^/]+\/report/.test(url)
  const sort = (value: unknown): string[] => {
    if (value === null || typeof value !== 'object') return textsIn(value)
    return Object.entries(value).flatMap(([name, inside]) => {
      const add = (kind: string, texts: string[]): [] => {
        canaries.push(...texts.map((text) => ({ kind, text })))
        return []
      }
      if (name === 'token' && url.startsWith('/api/auth/')) return add('one-time code', textsIn(inside))
      if (PASSWORDS.includes(name)) return add('password', textsIn(inside))
      if (NOTES.includes(name) && typeof inside === 'string') return add(name, piecesOf(inside))
      if (isReport && OF_REPORT.includes(name)) return add('report', textsIn(inside))
      return sort(inside)
    })
  }
  return { ordinary: sort(body), canaries }
}

/** Returns the tokens in an answer that must not be found. */
const sortAnswered = (url: string, { body, location = '' }: { body: unknown; location?: string }): Canary[] => {
  const found: Canary[] = []
  const sort = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    for (const [name, inside] of Object.entries(value)) {
      sort(inside)
      if (typeof inside !== 'string') continue
      if (name === 'token' && url.startsWith('/api/auth/')) found.push({ kind: 'session token', text: inside })
      if (name === 'accessToken') found.push({ kind: 'Drive token', text: inside })
      const address = /\/(s|calendar)\/([\w-]{22,})/.exec(name === 'url' ? inside : '')
      if (address?.[2] !== undefined)
        found.push({ kind: address[1] === 's' ? 'address of a link' : 'address of a calendar', text: address[2] })
    }
  }
  sort(body)
  const code = /^\/auth\/success\?.*\btoken=([^&]+)/.exec(location)?.[1]
  if (code !== undefined) found.push({ kind: 'one-time code', text: decodeURIComponent(code) })
  return found
}

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    // Not JSON.
    return undefined
  }
}

const decoded = (bytes: Buffer, encoding: unknown): Buffer => {
  try {
    return encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  } catch {
    // The client left before the end.
    return Buffer.alloc(0)
  }
}

type Write = (record: keyof typeof RECORDS, lines: readonly string[]) => void
const linesOf = (canaries: readonly Canary[]): string[] => canaries.map((canary) => JSON.stringify(canary))

/** Calls `use` with the bytes of an answer once it is sent. Leaves out files and streams, which have no secrets of these kinds. */
const readAnswer = (response: ServerResponse, use: (bytes: Buffer) => void): void => {
  const answered: Buffer[] = []
  const isKept = () => String(response.getHeader('content-type') ?? '').startsWith('application/json') || response.statusCode >= 300
  const keep = (chunk: unknown) => {
    if (isKept() && (typeof chunk === 'string' || chunk instanceof Uint8Array)) answered.push(Buffer.from(chunk as string))
  }
  const [writeOn, end] = [response.write.bind(response), response.end.bind(response)]
  response.write = ((chunk: unknown, ...rest: []) => {
    keep(chunk)
    return writeOn(chunk, ...rest)
  }) as typeof response.write
  response.end = ((chunk: unknown, ...rest: []) => {
    keep(chunk)
    return end(chunk, ...rest)
  }) as typeof response.end
  response.once('close', () => use(decoded(Buffer.concat(answered), response.getHeader('content-encoding'))))
}

const recordRequest = (write: Write, request: IncomingMessage, response: ServerResponse): void => {
  const { url = '' } = request
  // The app takes a session's token from this parameter, by design.
  write('addresses', [url.replace(/(?<=[?&]token=)[^&]+/, '')])
  const code = /^\/api\/auth\/\w+\/callback\?.*\bcode=([^&]+)/.exec(url)?.[1]
  if (code !== undefined) write('canaries', linesOf([{ kind: 'OAuth code', text: decodeURIComponent(code) }]))
  const received: Buffer[] = []
  const push = request.push.bind(request)
  request.push = (chunk, encoding) => {
    if (chunk === null) {
      const { canaries, ordinary } = sortSent(url, parsed(Buffer.concat(received)))
      write('canaries', linesOf(canaries))
      write('ordinary', ordinary)
    } else received.push(Buffer.from(chunk))
    return push(chunk, encoding)
  }
  readAnswer(response, (bytes) => {
    write('canaries', linesOf(sortAnswered(url, { body: parsed(bytes), location: String(response.getHeader('location') ?? '') })))
    // A refused save returns the caller's own current text.
    if (response.statusCode >= 400 && response.statusCode !== 409) write('errors', [bytes.toString()])
  })
}

/** Records the refresh tokens that the stand-in for Google gives out. */
const recordGrant = (write: Write, response: ServerResponse): void =>
  readAnswer(response, (bytes) => {
    const { refresh_token: text } = (parsed(bytes) ?? {}) as { refresh_token?: string }
    if (text !== undefined) write('canaries', linesOf([{ kind: 'refresh token', text }]))
  })

/** Records what is logged, which pino writes with these two functions. Only warnings and errors are printed, because Playwright prints them. */
const recordLog = (file: string): void => {
  const { write, writeSync } = fs
  const printed = (data: string | Buffer): string => {
    appendFileSync(file, data)
    return String(data).replace(/^\{"level":(?:10|20|30),.*\n/gm, '')
  }
  fs.write = ((fd: number, data: string | Buffer, ...rest: unknown[]) => {
    if (fd !== 1) return write(fd, data as string, ...(rest as [() => void]))
    const done = rest.at(-1) as (error: Error | null, bytes: number) => void
    write(fd, printed(data), undefined, 'utf8', (error) => done(error, Buffer.byteLength(data)))
  }) as typeof fs.write
  fs.writeSync = ((fd: number, data: string | Buffer, ...rest: []) => {
    if (fd !== 1) return writeSync(fd, data as string, ...rest)
    writeSync(fd, printed(data))
    return Buffer.byteLength(data)
  }) as typeof fs.writeSync
}

/** Records everything that passes through the server on a port of this process, its log, and the stand-ins' tokens, in a folder. Call it before the server starts. */
export const record = (folder: string, port: number, settings: Record<string, string | undefined>): void => {
  mkdirSync(folder, { recursive: true })
  const write: Write = (name, lines) => {
    if (lines.length > 0) appendFileSync(path.join(folder, RECORDS[name]), lines.map((line) => `${line}\n`).join(''))
  }
  for (const [name, text] of Object.entries(settings))
    if (SECRET_SETTING.test(name) && text) write('canaries', [JSON.stringify({ kind: name, text })])
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.socket.localPort === port) recordRequest(write, request, response)
    else recordGrant(write, response)
  })
  recordLog(path.join(folder, RECORDS.log))
}
