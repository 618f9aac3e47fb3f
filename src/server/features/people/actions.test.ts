import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aSchool, aTeacher } from '#server/features/accounts/samples.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { NOTE_NAMES, UNREADABLE_NOTE } from '#shared/accounts/rules.ts'
import { app, call, clock, db, keys, pool } from '#test/app.ts'
import { dyingDatabase } from '#test/dying-database.ts'
import { sealOldNotes, userOf } from './actions.ts'
import { sealedNotesOf, updateUser } from './queries.ts'
import { unsealedNotes, users } from './tables.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
})
const save = (body: object) => call('PATCH', '/api/user', { token: ann.token, body })
const me = async () => (await call('GET', '/api/user', { token: ann.token })).body

describe('a special note in the database', () => {
  test('is encrypted, and an empty one stays empty', async () => {
    await save({ studentNotes: '<p>Milo: peanuts</p>', emergencyProcedures: '' })
    const row = await sealedNotesOf(db, ann.userId)
    expect(row?.sealedStudentNotes).toMatch(/^[\w-]{8}\.[\w-]+$/)
    expect(row).toMatchObject({ sealedEmergencyProcedures: '', sealedSubstituteInstructions: '' })
    expect(await me()).toMatchObject({ studentNotes: '<p>Milo: peanuts</p>', emergencyProcedures: '', unreadableNotes: [] })
  })

  test('can’t be decrypted in another column or another person’s row', async () => {
    await save({ studentNotes: '<p>Milo: peanuts</p>' })
    const ben = await aTeacher(db, { now: clock() })
    const { sealedStudentNotes = '' } = (await sealedNotesOf(db, ann.userId)) ?? {}
    await updateUser(db, ann.userId, { sealedSubstituteInstructions: sealedStudentNotes })
    await updateUser(db, ben.userId, { sealedStudentNotes })
    expect(await me()).toMatchObject({ studentNotes: '<p>Milo: peanuts</p>', unreadableNotes: ['substituteInstructions'] })
    expect(await userOf(db, ben.userId, clock(), { keys })).toMatchObject({ unreadableNotes: ['studentNotes'] })
  })
})

describe('a teacher whose notes’ key is lost', () => {
  const lost = makeKeyRing(newKey())
  const studentNotes = lost.seal('notes', 'with a key that is lost', '<p>Milo: peanuts</p>')
  beforeEach(async () => {
    await save({ emergencyProcedures: '<p>East door</p>' })
    await updateUser(db, ann.userId, { sealedStudentNotes: studentNotes })
  })

  test('signs in, and reads in its place that the text can’t be read', async () => {
    const body = { email: ann.email, password: ann.password }
    expect(await call('POST', '/api/auth/login', { body })).toMatchObject({
      status: 200,
      body: { user: { studentNotes: UNREADABLE_NOTE, emergencyProcedures: '<p>East door</p>', unreadableNotes: ['studentNotes'] } },
    })
    const plan = await app.inject({
      method: 'POST',
      url: '/api/sub-plans/generate',
      headers: { authorization: `Bearer ${ann.token}` },
      payload: { dates: ['2026-11-18'] },
    })
    expect(plan.body).toContain('This text can’t be read')
    expect(plan.body).toContain('East door')
  })

  test('replaces the note only knowingly, and the others as always', async () => {
    for (const known of [{}, { knownNotes: { studentNotes: UNREADABLE_NOTE } }])
      expect(await save({ studentNotes: '<p>Milo</p>', ...known })).toMatchObject({ status: 422, body: { code: 'refused_by_rule' } })
    expect(await save({ studentNotes: '<p>Milo</p>', knownNotes: { studentNotes: '' }, replaceUnreadable: true })).toMatchObject({
      status: 409,
    })
    expect((await sealedNotesOf(db, ann.userId))?.sealedStudentNotes).toBe(studentNotes)
    expect((await save({ emergencyProcedures: '<p>West door</p>', displayName: 'Ann' })).status).toBe(200)
    expect(await save({ studentNotes: '<p>Milo</p>', replaceUnreadable: true })).toMatchObject({
      status: 200,
      body: { studentNotes: '<p>Milo</p>', unreadableNotes: [] },
    })
  })
})

describe('notes of a version that stored plain text', { tags: ['engine'] }, () => {
  const written = (name: string, place: number) => `<p>${name} of teacher ${place}</p>`
  let people: string[]
  beforeEach(async () => {
    people = (await aSchool(db, { teachers: 40, now: clock() })).people
    await db
      .insert(unsealedNotes)
      .values(people.flatMap((userId, place) => NOTE_NAMES.map((name) => ({ userId, name, html: written(name, place) }))))
  })
  const expectSealed = async () => {
    expect(await db.select().from(unsealedNotes)).toEqual([])
    for (const [place, userId] of people.entries()) {
      const user = await userOf(db, userId, clock(), { keys })
      for (const name of NOTE_NAMES) expect(user[name]).toBe(written(name, place))
    }
    const rows = await db.select().from(users)
    expect(JSON.stringify(rows)).not.toContain('of teacher')
    const { rows: size } = await db.execute(sql`select pg_relation_size('unsealed_notes')::int as bytes`)
    expect(size).toEqual([{ bytes: 0 }])
  }

  test('are encrypted by a server that is killed after each batch and started again', async () => {
    for (let kills = 0; kills < 3; kills++) {
      const mortal = dyingDatabase(pool, { afterCommit: 1 })
      await Promise.race([sealOldNotes(mortal.db, keys), mortal.died])
    }
    expect(await sealOldNotes(db, keys)).toBe(true)
    await expectSealed()
    expect(await sealOldNotes(db, keys)).toBe(false)
  })

  test('are encrypted once by several servers that start together', async () => {
    await Promise.all([sealOldNotes(db, keys), sealOldNotes(db, keys), sealOldNotes(db, keys)])
    await expectSealed()
  })

  test('of a deleted person are gone', async () => {
    await db.delete(users).where(eq(users.id, people[0] ?? ''))
    people.shift()
    await sealOldNotes(db, keys)
    expect(await db.select().from(unsealedNotes)).toEqual([])
  })
})
