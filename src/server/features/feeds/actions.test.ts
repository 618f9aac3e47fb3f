/** Making, reading, changing and ending the address of a planner, and its content, without the app. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay, calendarOf } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { joinSchool } from '#server/features/schools/queries.ts'
import { type ASchool, aSchoolWith, entriesOf } from '#server/features/schools/samples.ts'
import { hashOf } from '#server/features/sub-links/policy.ts'
import { aTimetable } from '#server/features/timetables/samples.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import * as feeds from './actions.ts'

const { db, pool, close } = await openTestDatabase()
afterAll(close)

const keys = makeKeyRing(newKey())
const parts = { keys, origin: 'https://firstbell.example' }
const NOW = new Date('2026-11-18T14:00:00Z')
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)
const NOT_FOUND = { code: 'not_found' }
const PLAIN = { text: false, notes: false }
const [TUESDAY, TODAY, THURSDAY] = ['2026-11-17', '2026-11-18', '2026-11-19'] as const

type Person = Awaited<ReturnType<typeof aTeacher>>
let ann: Person
let bob: Person
let kept: feeds.KeptDays
/** The sizes of what was kept. */
let sizes: number[]
beforeEach(async () => {
  await emptyDatabase(db)
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: NOW })
  bob = await aTeacher(db, { now: NOW })
  sizes = []
  const recent = feeds.makeKeptDays()
  const put: typeof recent.put = (key, value, size) => {
    sizes.push(size)
    recent.put(key, value, size)
  }
  kept = { get: recent.get, put }
})

const actorOf = async (person: Person, school?: ASchool, isGuest = false) => {
  const { rows } = await pool.query('select id from calendars where school_id = $1', [school?.id ?? null])
  const { id: calendarId } = await calendarOf(db, person.userId)
  const rights = { sessionId: '', mayWrite: true, isProven: true, isGuest, isAdmin: false }
  return {
    userId: person.userId,
    calendarId,
    ...rights,
    school: school ? { id: school.id, calendarId: rows[0].id, isAdministrator: false } : null,
  }
}
type Subject = Partial<Parameters<typeof feeds.createFeed>[2]>
const make = async (subject: Subject = {}, actor = actorOf(ann), now = NOW) =>
  feeds.createFeed(db, { ...parts, actor: await actor, now }, { school: false, include: PLAIN, ...subject })
const list = (person = ann) => feeds.feedsOf(db, parts, person.userId)
const of = (id: string, person = ann) => ({ id, userId: person.userId })
const tokenIn = (url: string) => url.slice(-26, -4)
const open = (url: string, now = NOW) => feeds.openFeed(db, { kept, token: tokenIn(url), now, admit: () => undefined })
const read = async (url: string, now = NOW) => {
  const feed = await open(url, now)
  if (!feed) throw new Error('The feed is not open')
  const { content, lastChange } = await feed.read()
  const text = typeof content === 'string' ? content : (await content.toArray()).join('')
  return { text, lastChange, isStream: content instanceof Readable, etag: feed.etag, feed: feed.feed }
}
const titlesIn = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)
const titles = async (url: string, now = NOW) => titlesIn((await read(url, now)).text)
const save = (date: string, title: string, more: object = {}, now = NOW) =>
  aDay(db, { owner: ann.userId, date, now, blocks: [aBlock({ id: title, title, ...more })] })
const rows = async () => (await pool.query('select * from feeds order by id')).rows
const deleteClass = (id: string) => pool.query('delete from calendar_records where id = $1', [id])
const joined = async () => {
  const school = await aSchoolWith(db, { name: 'Lincoln', now: NOW })
  await joinSchool(db, ann.userId, { schoolId: school.id, at: NOW, isAdministrator: false })
  return school
}
const leaveSchool = () => pool.query('update user_roles set school_id = null, joined_school_at = null where user_id = $1', [ann.userId])

describe('a teacher who makes an address', () => {
  test('gets one for each subject, which is stored only as a hash and encrypted', async () => {
    const math = await aClass(db, { owner: ann.userId, name: 'Math', now: NOW })
    const { id, url } = await make()
    expect(url).toMatch(/^https:\/\/firstbell\.example\/calendar\/[\w-]{22}\.ics$/)
    expect(await rows()).toMatchObject([{ id, user_id: ann.userId, token_hash: hashOf(tokenIn(url)), class_id: null, school_id: null }])
    expect(JSON.stringify(await rows())).not.toContain(tokenIn(url))
    expect(await make({ include: { text: true, notes: true } })).toEqual({ id, url })
    const ofClass = await make({ classId: math.id }, actorOf(ann), minutes(1))
    const shown = { ...PLAIN, school: false, lastReadAt: null, lastReadBy: null }
    const { text: _, notes: __, ...rest } = shown
    expect(await list()).toEqual([
      { ...rest, id: ofClass.id, url: ofClass.url, classId: math.id, include: PLAIN, createdAt: minutes(1).toISOString() },
      { ...rest, id, url, classId: null, include: { text: true, notes: true }, createdAt: NOW.toISOString() },
    ])
    expect(await list(bob)).toEqual([])
  })

  test('must have signed up, and chooses a class of their own or a school they joined', async () => {
    const [math, theirs] = [
      await aClass(db, { owner: ann.userId, name: 'Math', now: NOW }),
      await aClass(db, { owner: bob.userId, name: 'Art', now: NOW }),
    ]
    await expect(make({}, actorOf(ann, undefined, true))).rejects.toMatchObject({ code: 'sign_up_needed' })
    await expect(make({ classId: theirs.id })).rejects.toMatchObject(NOT_FOUND)
    const refused = (message: string) => ({ code: 'refused_by_rule', message })
    await expect(make({ school: true })).rejects.toMatchObject(refused('You haven’t joined a school.'))
    await expect(make({ school: true, classId: math.id }, actorOf(ann, await joined()))).rejects.toMatchObject(
      refused('A school’s days off have no classes. Choose a class or the school.'),
    )
    expect(await rows()).toEqual([])
  })

  test('gets a new one if the key of the old one is lost', async () => {
    const { id, url } = await make()
    await pool.query(`update feeds set sealed_token = 'lost'`)
    expect(await list()).toMatchObject([{ id, url: null }])
    const renewed = await make()
    expect(renewed.id).toBe(id)
    expect(await open(url)).toBeUndefined()
    expect((await open(renewed.url))?.feed.id).toBe(id)
  })

  test('has the one of a deleted class again when the class is back, until they make another', async () => {
    const math = await aClass(db, { owner: ann.userId, name: 'Math', now: NOW })
    const [all, ofClass, theirs] = [await make(), await make({ classId: math.id }), await make({}, actorOf(bob))]
    const { rows: classes } = await pool.query('select * from calendar_records')
    await deleteClass(math.id)
    expect(await open(ofClass.url)).toBeUndefined()
    await expect(feeds.changeFeed(db, parts, of(ofClass.id), { text: true })).rejects.toMatchObject(NOT_FOUND)
    await make()
    await pool.query('insert into calendar_records select (json_populate_record(null::calendar_records, $1)).*', [classes[0]])
    expect((await list()).map(({ id }) => id).sort()).toEqual([all.id, ofClass.id].sort())
    await deleteClass(math.id)
    const art = await aClass(db, { owner: ann.userId, name: 'Art', now: NOW })
    const another = await make({ classId: art.id })
    expect((await rows()).map(({ id }) => id)).toEqual([all.id, theirs.id, another.id].sort())
  })
})

describe('an address', () => {
  test('is renewed, changed and ended by its owner only', async () => {
    const { id, url } = await make()
    for (const step of [
      () => feeds.renewFeed(db, parts, of(id, bob)),
      () => feeds.changeFeed(db, parts, of(id, bob), { text: true }),
      () => feeds.endFeed(db, of(id, bob)),
      () => feeds.endFeed(db, of(randomUUID())),
    ])
      await expect(step()).rejects.toMatchObject(NOT_FOUND)
    await feeds.noteRead(db, (await read(url)).feed, { userAgent: 'Google', now: NOW })
    expect(await feeds.changeFeed(db, parts, of(id), { text: true, notes: undefined })).toMatchObject({
      ...{ id, url, lastReadBy: 'google' },
      include: { text: true, notes: false },
    })
    const renewed = await feeds.renewFeed(db, parts, of(id))
    expect(renewed.id).toBe(id)
    expect([await open(url), await titles(renewed.url)]).toEqual([undefined, []])
    expect(await list()).toMatchObject([{ ...renewed, lastReadAt: null, lastReadBy: null }])
    await feeds.endFeed(db, of(id))
    expect([await open(renewed.url), await list()]).toEqual([undefined, []])
  })

  test('is admitted by its id before its days are read, and a token of no open feed isn’t', async () => {
    const { id, url } = await make()
    const admitted: string[] = []
    const admit = (feedId: string) => void admitted.push(feedId)
    for (const token of ['x', tokenIn(url)]) await feeds.openFeed(db, { kept, token, now: NOW, admit })
    expect(admitted).toEqual([id])
  })

  test('notes its readers at most once in ten minutes', async () => {
    const { url } = await make()
    const noted = async (userAgent: string, now: Date) => {
      await feeds.noteRead(db, (await read(url)).feed, { userAgent, now })
      const [feed] = await list()
      return [feed?.lastReadBy, feed?.lastReadAt]
    }
    const first = ['google', NOW.toISOString()]
    const stale = (await read(url)).feed
    expect(await noted('Google-Calendar-Importer', NOW)).toEqual(first)
    expect(await noted('CalendarAgent/1.0', minutes(10))).toEqual(first)
    await feeds.noteRead(db, stale, { userAgent: 'Outlook', now: minutes(9) })
    expect(await noted('CalendarAgent/1.0', minutes(10.01))).toEqual(['apple', minutes(10.01).toISOString()])
  })
})

describe('what an address holds', () => {
  test('is a teacher’s planner in their time zone, with their school’s days off', async () => {
    await save(TODAY, 'Fractions')
    const { url } = await make({ include: { text: false, notes: true } })
    const before = await read(url)
    expect(titlesIn(before.text)).toEqual(['Fractions'])
    expect(before.text).toContain('X-WR-CALNAME:Ann Lee’s planner\r\n')
    expect(before.text).toContain('DTSTART;TZID=America/New_York:20261118T080000')
    expect(before.lastChange).toEqual(NOW)
    const school = await joined()
    await entriesOf(db, school, { [THURSDAY]: { isBlocked: true, blockedText: 'Snow day' } }, minutes(5))
    const after = await read(url)
    expect(titlesIn(after.text)).toEqual(['Fractions', 'Snow day'])
    expect(after.text).toContain(`${school.id}.off`)
    expect([after.lastChange, after.etag === before.etag]).toEqual([minutes(5), false])
    expect(await titles((await make({}, actorOf(bob))).url)).toEqual([])
    expect((await read((await make({}, actorOf(bob))).url)).text).toContain('X-WR-CALNAME:My planner\r\n')
  })

  test('is one class, without days off', async () => {
    const math = await aClass(db, { owner: ann.userId, name: 'Math', now: NOW })
    await save(TODAY, 'Fractions', { classId: math.id })
    await save(TUESDAY, 'Art')
    await entriesOf(db, await joined(), { [THURSDAY]: { isBlocked: true, blockedText: 'Snow day' } })
    const { text } = await read((await make({ classId: math.id })).url)
    expect([titlesIn(text), text.includes('X-WR-CALNAME:Math\r\n')]).toEqual([['Fractions'], true])
  })

  test('is the days off of a school in its time zone, until its teacher leaves', async () => {
    const school = await joined()
    await pool.query(`update schools set timezone = 'America/Chicago'`)
    await save(TODAY, 'Fractions')
    await entriesOf(db, school, { [THURSDAY]: { isBlocked: true, blockedText: 'Snow day' } })
    // Lessons in a school's calendar are nobody's.
    await entriesOf(db, school, { [TUESDAY]: { hasNote: true, noteText: 'Picture day' } })
    await pool.query(`update calendar_days set blocks = (select blocks from calendar_days where date = $1) where date = $2`, [
      TODAY,
      TUESDAY,
    ])
    const { url } = await make({ school: true }, actorOf(ann, school))
    const { text } = await read(url)
    expect(titlesIn(text)).toEqual(['Snow day'])
    expect(text).toContain('X-WR-CALNAME:Lincoln: days off\r\n')
    expect(text).toContain('TZID:America/Chicago')
    expect(await list()).toMatchObject([{ school: true, classId: null, url }])
    await leaveSchool()
    expect([await open(url), await list()]).toEqual([undefined, []])
    const other = await aSchoolWith(db, { now: NOW })
    await joinSchool(db, ann.userId, { schoolId: other.id, at: NOW, isAdministrator: false })
    expect(await open(url)).toBeUndefined()
  })

  test('is the school year that contains today, else a year back and a year ahead', async () => {
    for (const date of [TUESDAY, '2025-11-17', '2025-11-18', '2027-11-18', '2027-11-19']) await save(date, date)
    const { url } = await make()
    expect(await titles(url)).toEqual(['2025-11-18', TUESDAY, '2027-11-18'])
    const school = await joined()
    const ofSchool = await make({ school: true }, actorOf(ann, school))
    await entriesOf(db, school, {
      '2026-06-01': { isBlocked: true, blockedText: 'Early' },
      [THURSDAY]: { isBlocked: true, blockedText: 'Late' },
    })
    expect(await titles(ofSchool.url)).toEqual(['Early', 'Late'])
    const year = { firstDay: '2026-11-10', lastDay: '2026-12-18' }
    await pool.query(
      `insert into calendar_records (id, calendar_id, kind, content, bytes, operation_id)
       select gen_random_uuid(), id, 'schoolYear', $1, 1, gen_random_uuid() from calendars where school_id = $2`,
      [year, school.id],
    )
    expect([await titles(ofSchool.url), await titles(url)]).toEqual([['Late'], [TUESDAY, 'Late']])
    await aTimetable(db, { owner: ann.userId, now: NOW, firstDay: TODAY, from: TODAY })
    expect(await titles(url)).not.toContain(TUESDAY)
  })
})

describe('a calendar program that reads again', () => {
  test('gets the same file without a look at any day, until something changes', async () => {
    await save(TODAY, 'Fractions', { description: '<p>Page 12</p>' })
    const { id, url } = await make()
    const first = await read(url)
    // A day that changed without its version isn't read.
    await pool.query(`update calendar_days set changed_at = now()`)
    const again = await read(url)
    expect([first.isStream, again]).toEqual([true, { ...first, isStream: false }])
    expect(sizes).toEqual([first.text.indexOf('END:VCALENDAR') - first.text.indexOf('BEGIN:VEVENT')])
    await feeds.changeFeed(db, parts, of(id), { text: true })
    const changed = await read(url)
    expect([changed.isStream, changed.text.includes('Page 12'), changed.etag === first.etag]).toEqual([true, true, false])
    const feed = await open(url)
    const { content } =
      (await save(THURSDAY, 'Art')
        .then(() => open(url))
        .then((opened) => opened?.read())) ?? {}
    expect([feed === undefined, (content as Readable).readableObjectMode]).toEqual([false, false])
  })

  test('gets each day in order, though only those that changed are read', async () => {
    for (const date of ['2026-11-16', TUESDAY, TODAY, THURSDAY, '2026-11-20', '2026-11-23']) await save(date, date)
    const { url } = await make()
    await read(url)
    await pool.query(`update calendar_days set blocks = replace(blocks::text, '"title":"2026', '"title":"seen 2026')::json`)
    await save(TUESDAY, 'Art')
    await save('2026-11-20', 'Music')
    await pool.query(`delete from calendar_days where date = $1`, [TODAY])
    expect(await titles(url)).toEqual(['2026-11-16', 'Art', THURSDAY, 'Music', '2026-11-23'])
    const school = await joined()
    expect(await titles(url)).toEqual(['seen 2026-11-16', 'Art', `seen ${THURSDAY}`, 'Music', 'seen 2026-11-23'])
    await entriesOf(db, school, { [THURSDAY]: { isBlocked: true, blockedText: 'Snow day' } })
    expect(await titles(url)).toEqual(['seen 2026-11-16', 'Art', 'Snow day', 'Music', 'seen 2026-11-23'])
    await entriesOf(db, school, { [THURSDAY]: { isBlocked: true, blockedText: 'Ice day' } })
    expect(await titles(url)).toEqual(['seen 2026-11-16', 'Art', 'Ice day', 'Music', 'seen 2026-11-23'])
  })

  test('gets all days of a planner that fills several pages', async () => {
    for (const date of [TUESDAY, TODAY, THURSDAY]) await save(date, date)
    await pool.query('update calendar_days set bytes = 1024 * 1024')
    const { url } = await make()
    const { text } = await read(url)
    expect([titlesIn(text), (await read(url)).text]).toEqual([[TUESDAY, TODAY, THURSDAY], text])
  })

  test('gets the whole file of a planner that is too long to keep', async () => {
    for (let day = 10; day < 30; day++) await save(`2026-11-${day}`, `Day ${day}`)
    await pool.query(
      `update calendar_days set bytes = 210000, blocks = json_build_array((blocks->0)::jsonb || jsonb_build_object('description', '<p>' || repeat('Read. ', 35000) || '</p>'))`,
    )
    const { id, url } = await make({ include: { text: true, notes: false } })
    const first = await read(url)
    expect(sizes).toEqual([4_000_000])
    const { days } = kept.get(id) ?? {}
    expect([...(days?.values() ?? [])].reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(4_000_000)
    expect(titlesIn(first.text)).toHaveLength(20)
    expect(await read(url)).toEqual(first)
  })
})
