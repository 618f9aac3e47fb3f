import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endConnectionsAtStop } from './stopping.ts'

const LONG = 'x'.repeat(8 * 1024 * 1024)
let app: FastifyInstance
let port: number
let release: () => void
let body: PassThrough
beforeEach(async () => {
  const released = new Promise<void>((resolve) => (release = resolve))
  body = new PassThrough()
  app = Fastify({ return503OnClosing: false })
  endConnectionsAtStop(app)
  app.get('/quick', async () => 'done')
  app.get('/slow', async () => {
    await released
    return 'done'
  })
  app.get('/streamed', async () => body)
  app.get('/long', async () => LONG)
  await app.listen({ port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => app.server.closeAllConnections())

/** Opens a keep-alive connection like a browser's, and requests `path`, if given. */
const open = async (path?: string) => {
  const socket = connect(port, '127.0.0.1')
  const heard = { text: '', hasEnded: false }
  socket.setEncoding('latin1').on('data', (chunk) => (heard.text += chunk))
  socket.once('close', () => (heard.hasEnded = true))
  await once(socket, 'connect')
  if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return { socket, heard }
}

/** Resolves to whether the server closes well before any client would disconnect. */
const isClosed = (closing: Promise<void>): Promise<boolean> => Promise.race([closing.then(() => true), pause(3000, false)])

test('a call in progress is answered, and its connection is closed', async () => {
  const { heard } = await open('/slow')
  await once(app.server, 'request')
  const closing = app.close()
  await pause(50)
  expect(heard.hasEnded).toBe(false)
  release()
  expect(await isClosed(closing)).toBe(true)
  await expect.poll(() => heard.hasEnded).toBe(true)
  expect(heard.text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*\r\n\r\ndone$/is)
})

test('a reply that is still being written is completed, and its connection is closed', async () => {
  const { heard } = await open('/streamed')
  body.write('first,')
  await expect.poll(() => heard.text).toContain('first,')
  const closing = app.close()
  await pause(50)
  body.end('last')
  expect(await isClosed(closing)).toBe(true)
  await expect.poll(() => heard.hasEnded).toBe(true)
  expect(heard.text).toMatch(/last\r\n0\r\n\r\n$/)
})

test('a slow client gets a long reply completely', async () => {
  const { socket, heard } = await open('/long')
  await once(socket, 'data')
  socket.pause()
  await pause(50)
  const closing = app.close()
  await pause(50)
  socket.resume()
  expect(await isClosed(closing)).toBe(true)
  await expect.poll(() => heard.hasEnded).toBe(true)
  expect(heard.text.length).toBeGreaterThan(LONG.length)
})

test('idle connections are closed, both after a call and before the first byte', async () => {
  const after = await open('/quick')
  await expect.poll(() => after.heard.text).toContain('done')
  const before = await open()
  await pause(50)
  expect(await isClosed(app.close())).toBe(true)
  await expect.poll(() => [after.heard.hasEnded, before.heard.hasEnded]).toEqual([true, true])
})
