/**
 * A local stand-in for a mail server, for the tests and for `npm run dev`. Our server sends to it over SMTP. It shows received emails on a
 * page and as JSON. It isn't part of the product.
 *
 * Deliveries fail while {@link MailTrouble} is set. Deliveries to `bounce@`, `busy@` and `spam@` always fail.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { inboxPage, mailPage } from './pages.ts'
import { type ArrivedMail, readMail } from './read.ts'

/**
 * - `bounce`: the address doesn't exist. `busy`: try again later. `relay`: we aren't allowed to send here at all.
 * - `spam`: the server refuses the email after receiving it. `unclear`: the server accepts it, but the connection breaks before the
 *   response.
 * - `slow`: the server accepts it after `ms` milliseconds. `down`: the connection breaks immediately.
 */
export type MailTrouble = {
  kind: 'bounce' | 'busy' | 'relay' | 'spam' | 'unclear' | 'slow' | 'down'
  /** How many emails fail. By default, all emails fail until the fault is cleared. */
  times?: number
  ms?: number
}

type Options = {
  /** The port of the inbox page. Defaults to a free port. SMTP always uses a free port. */
  port?: number
  host?: string
  from?: string
}

const AT_ADDRESS: Record<string, MailTrouble['kind']> = { bounce: 'bounce', busy: 'busy', spam: 'spam' }
const ANSWERS = {
  bounce: [550, '5.1.1 Nobody here has this address'],
  busy: [451, '4.3.2 Try again later'],
  relay: [550, '5.7.1 Relaying denied'],
  spam: [554, '5.7.1 This looks like spam'],
} as const
const refusal = (kind: keyof typeof ANSWERS) => Object.assign(new Error(ANSWERS[kind][1]), { responseCode: ANSWERS[kind][0] })

export const startMail = async ({ port = 0, host = '127.0.0.1', from = 'hello@firstbell.example' }: Options = {}) => {
  const mails: ArrivedMail[] = []
  let present: MailTrouble | undefined

  const troubleOf = ({ envelope }: SMTPServerSession, address = ''): MailTrouble['kind'] | undefined => {
    const names = [address, ...envelope.rcptTo.map((to) => to.address)].map((each) => each.split(/[@+]/, 1)[0] ?? '')
    return names.map((name) => AT_ADDRESS[name]).find(Boolean) ?? present?.kind
  }
  const count = (): void => {
    if (present?.times !== undefined && --present.times <= 0) present = undefined
  }
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, session, done) => {
      const kind = troubleOf(session, address)
      if (kind !== 'bounce' && kind !== 'busy' && kind !== 'relay') return done()
      count()
      done(refusal(kind))
    },
    onMailFrom: (_address, _session, done) => {
      if (present?.kind !== 'down') return done()
      count()
      for (const socket of sockets) socket.destroy()
    },
    onData: (stream, session, done) => {
      const take = async (): Promise<void> => {
        const pieces: Buffer[] = []
        for await (const piece of stream) pieces.push(piece as Buffer)
        const kind = troubleOf(session)
        if (kind === 'spam') {
          count()
          return done(refusal('spam'))
        }
        if (kind === 'slow') await pause(present?.ms ?? 2000)
        const raw = Buffer.concat(pieces)
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          ...readMail(raw),
          number: mails.length + 1,
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          at: new Date().toISOString(),
          raw: raw.toString('utf8'),
        })
        if (kind === 'slow' || kind === 'unclear') count()
        if (kind !== 'unclear') return done()
        for (const socket of sockets) socket.destroy()
      }
      take().catch((error: Error) => done(error))
    },
  })
  smtp.on('error', () => undefined)
  const sockets = new Set<Socket>()
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')

  const show = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const send = (type: string, body: string, status = 200) =>
      void response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body)
    const [, number, as] = /^\/mails\/(\d+)\.?(html|txt|eml)?$/.exec(pathname) ?? []
    const mail = mails[Number(number) - 1]
    if (pathname === '/') return send('text/html', inboxPage(mails))
    if (pathname === '/mails.json') {
      const to = searchParams.get('to')
      return send('application/json', JSON.stringify(mails.filter((each) => to === null || each.to.includes(to))))
    }
    const [, of, at] = /^\/mails\/(\d+)\/files\/(\d+)$/.exec(pathname) ?? []
    const file = mails[Number(of) - 1]?.attachments[Number(at)]
    if (file) return void response.writeHead(200, { 'content-type': file.type }).end(Buffer.from(file.base64, 'base64'))
    if (!mail) return send('text/plain', 'There is no such mail.', 404)
    if (as === 'html') return send('text/html', mail.html)
    if (as === 'txt') return send('text/plain', mail.text)
    if (as === 'eml') return send('text/plain', mail.raw)
    return send('text/html', mailPage(mail))
  }
  const pages = createServer((request, response) => void show(request, response))
  pages.listen(port, host)
  await once(pages, 'listening')
  const inbox = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${(pages.address() as AddressInfo).port}`
  const url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  return {
    /** The URL of the inbox page. */
    inbox,
    url,
    from,
    /** Settings that connect our server to this stand-in. The server also needs PUBLIC_ADDRESS. */
    settings: { SMTP_URL: url, MAIL_FROM: from },
    /** Received emails, oldest first. */
    mails,
    /** Makes deliveries fail until {@link heal} is called. */
    trouble: (trouble: MailTrouble): void => {
      present = { ...trouble }
    },
    heal: (): void => {
      present = undefined
    },
    close: async (): Promise<void> => {
      pages.closeAllConnections()
      pages.close()
      const closed = new Promise<void>((resolve) => smtp.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
