/**
 * Load generator. Requests one URL repeatedly over several persistent connections, and prints the results as JSON. Uses raw sockets and
 * runs in a separate process to keep its overhead low, since it shares the CPU with the server under test.
 *
 * 1. Only complete responses with status 200 count. Anything else ends the run with an error.
 */
import { connect } from 'node:net'
import { quantile } from '../figures.mjs'

const { url, token, connections, seconds } = JSON.parse(process.argv[2] ?? '{}')
const { hostname, port, pathname, search } = new URL(url)
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`

/**
 * Returns the length of the response at the start of the buffer, or undefined until its headers are complete.
 * @param {Buffer} received
 */
function replyLength(received) {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`Unexpected reply:\n${received.toString('utf8', 0, 500)}`)
  return headEnd + 4 + Number(length)
}

/** @type {number[]} */
const times = []
const end = performance.now() + seconds * 1000

/** @returns {Promise<void>} */
const askOverAndOver = () =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    let begun = 0
    /** @type {Buffer[]} */
    let received = []
    let bytes = 0
    /** @type {number | undefined} */
    let expected
    const ask = () => {
      begun = performance.now()
      received = []
      bytes = 0
      expected = undefined
      socket.write(request)
    }
    socket.once('connect', ask)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed')))
    socket.on('data', (chunk) => {
      received.push(chunk)
      bytes += chunk.length
      try {
        expected ??= replyLength(received.length === 1 ? chunk : Buffer.concat(received))
      } catch (error) {
        return reject(error)
      }
      if (expected === undefined || bytes < expected) return
      const now = performance.now()
      times.push(now - begun)
      if (now < end) return ask()
      socket.removeAllListeners('close')
      socket.destroy()
      resolve()
    })
  })

const begun = performance.now()
await Promise.all(Array.from({ length: connections }, askOverAndOver))
const perSecond = times.length / ((performance.now() - begun) / 1000)
console.log(JSON.stringify({ perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }))
