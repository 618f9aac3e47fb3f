import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { deletedSince } from '#server/lib/backup/deleted-people.ts'
import { call, clock, db, doJob, pool, setClock } from '#test/app.ts'
import { noteDeletionIn } from './jobs.ts'
import { aTeacher } from './samples.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: new Date('2026-11-18T12:00:00Z') })
  await call('POST', '/api/auth/proof', { token: ann.token, body: { password: ann.password } })
})
const signIn = async (userAgent: string): Promise<string> =>
  (await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password }, headers: { 'user-agent': userAgent } })).body
    .token
const sessionsOf = async (token: string) => (await call('GET', '/api/auth/sessions', { token })).body
const isSignedIn = async (token: string): Promise<boolean> => (await call('GET', '/api/user', { token })).status === 200

describe('a teacher’s devices', () => {
  test('are listed with the most recently used first and the current one marked, without tokens or other teachers’ devices', async () => {
    const phone = await signIn('Phone')
    await aTeacher(db)
    const list = await sessionsOf(phone)
    expect(list).toMatchObject([
      { userAgent: 'Phone', isCurrent: true, lastSeenAt: '2026-11-18T14:00:00.000Z' },
      { userAgent: null, isCurrent: false },
    ])
    expect(Object.keys(list[0]).sort()).toEqual(['createdAt', 'id', 'isCurrent', 'lastSeenAt', 'userAgent'])
  })

  test('don’t include an expired session', async () => {
    setClock('2026-11-26T12:00:00Z')
    const phone = await signIn('Phone')
    expect(await sessionsOf(phone)).toHaveLength(1)
  })

  test('can be signed out one by one, with effect on the next call', async () => {
    const phone = await signIn('Phone')
    const other = (await sessionsOf(ann.token)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    expect((await call('DELETE', `/api/auth/sessions/${other.id}`, { token: ann.token })).status).toBe(200)
    expect([await isSignedIn(ann.token), await isSignedIn(phone)]).toEqual([true, false])
    expect((await call('DELETE', `/api/auth/sessions/${other.id}`, { token: ann.token })).status).toBe(404)
  })

  test('can all be signed out at once, except the current one', async () => {
    const others = [await signIn('Phone'), await signIn('Library')]
    expect((await call('DELETE', '/api/auth/sessions', { token: ann.token })).status).toBe(200)
    expect(await Promise.all([ann.token, ...others].map(isSignedIn))).toEqual([true, false, false])
  })

  test('can’t be signed out by another teacher', async () => {
    const bob = await aTeacher(db)
    const [session] = await sessionsOf(ann.token)
    expect((await call('DELETE', `/api/auth/sessions/${session.id}`, { token: bob.token })).status).toBe(404)
    await call('DELETE', '/api/auth/sessions', { token: bob.token })
    expect(await isSignedIn(ann.token)).toBe(true)
  })
})

/** Returns a minimal JPEG header with frames of these sizes. Browser tests cover the pictures that real browsers produce. */
const withFrames = (...sizes: [width: number, height: number][]): Buffer => {
  const frames = sizes.flatMap(([width, height]) => [
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
  ])
  return Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frames, 0xff, 0xda, 0, 2, 0x12, 0xff, 0, 0x34, 0xff, 0xd9])
}
const jpegHead = (width: number, height: number): Buffer => withFrames([width, height])
const address = (type: string, bytes: Buffer | string): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe('a special note open in two tabs', () => {
  const save = (body: object) => call('PATCH', '/api/user', { token: ann.token, body })
  beforeEach(() => save({ studentNotes: '<p>Ana</p>', emergencyProcedures: '<p>East door</p>' }))

  test('isn’t overwritten by the stale tab, which receives the current text', async () => {
    const known = { studentNotes: '<p>Ana</p>' }
    expect((await save({ studentNotes: '<p>Ana, Ben</p>', knownNotes: known })).status).toBe(200)
    const late = await save({ studentNotes: '<p>Ana, Cleo</p>', displayName: 'Late', knownNotes: known })
    expect(late).toMatchObject({ status: 409, body: { code: 'stale', current: { studentNotes: '<p>Ana, Ben</p>', displayName: null } } })
    expect(JSON.stringify(late.body)).not.toMatch(/argon2|passwordHash/)
    expect((await save({ studentNotes: '<p>Ana, Ben, Cleo</p>', knownNotes: { studentNotes: '<p>Ana, Ben</p>' } })).status).toBe(200)
  })

  test.each([
    [
      'beside another note that has changed',
      { emergencyProcedures: '<p>West door</p>', knownNotes: { emergencyProcedures: '<p>East door</p>' } },
    ],
    ['with what it has become already', { studentNotes: '<p>Dan</p>', knownNotes: { studentNotes: '<p>Ana</p>' } }],
    ['by a caller that doesn’t send the known notes', { studentNotes: '<p>Eve</p>' }],
  ])('is saved %s', async (_how, body) => {
    await save({ studentNotes: '<p>Dan</p>' })
    expect((await save(body)).status).toBe(200)
  })

  test('is saved by only one of two tabs that save at the same moment', { tags: ['engine'] }, async () => {
    const texts = ['<p>One</p>', '<p>Two</p>']
    const replies = await Promise.all(texts.map((studentNotes) => save({ studentNotes, knownNotes: { studentNotes: '<p>Ana</p>' } })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a teacher’s picture', () => {
  const send = (profileImage: string) => call('PATCH', '/api/user', { token: ann.token, body: { profileImage } })
  const picture = address('image/jpeg', jpegHead(300, 300))
  const HOW = 'Send the picture as a 300 × 300 pixel JPEG.'

  test('is stored as sent, and can be removed', async () => {
    expect((await send(picture)).body.profileImage).toBe(picture)
    expect((await call('PATCH', '/api/user', { token: ann.token, body: { profileImage: null } })).body.profileImage).toBeNull()
  })

  test.each([
    [
      'of 5.1 MB',
      address('image/jpeg', Buffer.alloc(5.1 * 1024 * 1024)),
      413,
      'That’s too large to send. Try something shorter or smaller.',
    ],
    ['of 300 kB', address('image/jpeg', Buffer.alloc(300_000)), 413, `The picture is too large. ${HOW}`],
    ['that is text', address('text/plain', 'me'), 400, HOW],
    ['that is an SVG', address('image/svg+xml', '<svg/>'), 400, HOW],
    [
      'that is a PNG of 16,000 pixels',
      address('image/png', Buffer.from('89504e470d0a1a0a0000000d4948445200003e8000003e80', 'hex')),
      400,
      HOW,
    ],
    ['that is a JPEG of 16,000 pixels', address('image/jpeg', jpegHead(16_000, 16_000)), 422, HOW],
    ['that is a page under the name of a JPEG', address('image/jpeg', '<script>x()</script>'), 422, HOW],
    ['that has a second frame of 16,000 pixels', address('image/jpeg', withFrames([300, 300], [16_000, 16_000])), 422, HOW],
    ['that breaks off', address('image/jpeg', jpegHead(300, 300).subarray(0, 12)), 422, HOW],
    ['that is an address', 'https://evil.example/x.jpg', 400, HOW],
  ])('%s is refused, and the one before stays', async (_what, sent, status, message) => {
    await send(picture)
    expect(await send(sent)).toMatchObject({ status, body: { message } })
    expect((await call('GET', '/api/user', { token: ann.token })).body.profileImage).toBe(picture)
  })
})

describe('a teacher who deletes the account', () => {
  const remove = (body: object) => call('POST', '/api/user/delete', { token: ann.token, body })

  test('leaves only IDs in the audit log and next to the backups, and doesn’t affect another teacher', {
    tags: ['engine'],
  }, async () => {
    const bob = await aTeacher(db)
    for (const { token, userId } of [ann, bob])
      await call('POST', '/api/calendar', { token, body: { date: '2026-11-18', hasNote: true, noteText: `of ${userId}` } })
    expect((await remove({ confirmation: 'DELETE' })).status).toBe(200)
    expect(await isSignedIn(ann.token)).toBe(false)
    const backups = mkdtempSync(path.join(tmpdir(), 'firstbell-deletion-'))
    const { rows: queued } = await pool.query(`delete from jobs where name = 'note-deletion' returning payload`)
    for (const { payload } of queued) await doJob(noteDeletionIn({ backupDir: backups, secondBackupDir: '/second' }), clock(), { payload })
    expect(await deletedSince(backups, clock())).toEqual([ann.userId])
    expect((await pool.query(`delete from jobs where name = 'copy-backups' returning 1`)).rows).toHaveLength(1)
    rmSync(backups, { recursive: true })
    const { rows: tables } = await pool.query(`select table_name as name from information_schema.tables where table_schema = 'public'`)
    for (const { name } of tables) {
      // The audit log keeps IDs, which no longer identify anyone.
      const traces = name === 'audit_log' ? [ann.email] : [ann.email, ann.userId]
      const { rows } = await pool.query(`select 1 from public."${name}" as row where row::text like any($1)`, [
        traces.map((trace) => `%${trace}%`),
      ])
      expect(rows, `rows of ${name}`).toEqual([])
    }
    expect((await call('GET', '/api/calendar', { token: bob.token })).body).toHaveLength(1)
    expect((await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password } })).status).toBe(401)
  })

  test.each([
    ['another word', { confirmation: 'delete it' }, 400],
    ['no word', {}, 400],
  ])('with %s keeps it', async (_what, body, status) => {
    expect((await remove(body)).status).toBe(status)
    expect(await isSignedIn(ann.token)).toBe(true)
  })
})

test('a teacher whose account a newer version has changed signs in, and saves without losing what that version stored', async () => {
  const stored = async () => (await pool.query('select preferences, classroom from users where id = $1', [ann.userId])).rows[0]
  await pool.query('update users set preferences = $2, classroom = $3 where id = $1', [ann.userId, { later: 1 }, { later: 2, room: '12' }])
  await signIn('Phone')
  const changes = { preferences: { theme: 'dark' }, classroom: { grade: '2' } }
  const { status, body } = await call('PATCH', '/api/user', { token: ann.token, body: changes })
  expect(status).toBe(200)
  expect(body).toMatchObject({ preferences: { theme: 'dark' }, classroom: { room: '12', grade: '2' } })
  expect(await stored()).toMatchObject({ preferences: { later: 1, theme: 'dark' }, classroom: { later: 2, room: '12', grade: '2' } })
})
