/** Tests the embedded database on a disk that fills up. Requires root to mount the disk. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { fillDataDir } from '#test/migrated.ts'
import { type RunningServer, startServer } from '#test/server.ts'

const disk = mkdtempSync(join(tmpdir(), 'firstbell-disk-'))
const mountDisk = () => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=140m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0
const mayMount = process.platform === 'linux' && mountDisk()
if (mayMount) execFileSync('umount', [disk])

const folder = join(disk, 'data')
let server: RunningServer | undefined
beforeEach(async () => {
  mountDisk()
  await fillDataDir(folder)
})
afterEach(async () => {
  await server?.end('SIGKILL')
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

const start = async (): Promise<RunningServer> => {
  server = await startServer({ DATA_DIR: folder })
  return server
}
const PERSON = { email: 'maya@school.example', password: 'first-bell' }
const lesson = (description: string) => [{ id: 'a', title: 'Math', description, startTime: '08:00', endTime: '09:00' }]
// Random enough not to compress.
const text = Array.from({ length: 20_000 }, (_, word) => ((word * 2654435761) >>> 0).toString(36)).join(' ')

test.runIf(mayMount)(
  'teachers read and sign in, saving is refused with a clear message, nothing is lost, and all works again once there is space',
  async () => {
    let { call, end } = await start()
    const { token } = (await call('POST', '/api/auth/register', { body: PERSON })).body as { token: string }
    const acknowledged: string[] = []
    let refusal: { status: number } | undefined
    for (let day = 0; !refusal && day < 2000; day++) {
      const date = addDays('2026-01-01', day)
      const reply = await call('POST', '/api/calendar', { token, body: { date, blocks: lesson(text) } })
      if (reply.status === 201) acknowledged.push(date)
      else refusal = reply
    }
    // The save that fills the disk may get a different error.
    expect([503, 507]).toContain(refusal?.status)
    // The engine restarts in read-only mode. Until then, it doesn't respond.
    const refused = () => call('POST', '/api/calendar', { token, body: { date: '2026-01-01', blocks: lesson(text) } })
    await expect.poll(refused, { timeout: 30_000, interval: 200 }).toMatchObject({
      status: 507,
      body: { code: 'cannot_write', message: expect.stringContaining('We can’t save right now.') },
    })
    // Simulates another program that uses up the remaining space.
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'others'), Buffer.alloc(Math.max(0, bavail * bsize)))
    const read = async () => {
      const { status, body } = await call('GET', '/api/calendar', { token })
      expect(status).toBe(200)
      return (body as { date: string }[]).map(({ date }) => date)
    }
    expect(await read()).toEqual(acknowledged)
    expect((await call('POST', '/api/auth/login', { body: PERSON })).status).toBe(200)

    await end('SIGKILL')
    ;({ call, end } = await start())
    expect(await read()).toEqual(acknowledged)
    const signedIn = await call('POST', '/api/auth/login', { body: PERSON })
    expect(signedIn.status).toBe(200)
    const { token: later } = signedIn.body as { token: string }
    expect((await call('GET', '/api/user', { token: later })).status).toBe(200)
    expect((await call('POST', '/api/calendar', { token: later, body: { date: '2026-01-01', blocks: lesson(text) } })).status).toBe(507)

    execFileSync('mount', ['-o', 'remount,size=400m', disk])
    const save = async () =>
      (await call('POST', '/api/calendar', { token: later, body: { date: '2026-01-01', blocks: lesson('again') } })).status
    await expect.poll(save, { timeout: 30_000, interval: 500 }).toBe(200)
    expect(await read()).toEqual(acknowledged)
    expect((await call('GET', '/api/user', { token: later })).status).toBe(200)
  },
)
