/** Making, changing, opening and ending a link to a plan, without the app. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay, calendarOf } from '#server/features/calendar/samples.ts'
import { anInvite } from '#server/features/collaboration/samples.ts'
import { aMember, aSchoolWith, entriesOf } from '#server/features/schools/samples.ts'
import { aDailyTemplate, aWeeklyTemplate } from '#server/features/templates/samples.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { addDays } from '#shared/dates.ts'
import { USUAL_PARTS } from '#shared/sub-links/rules.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import * as links from './actions.ts'
import { hashOf } from './policy.ts'
import * as query from './queries.ts'

const { db, pool, close } = await openTestDatabase()
afterAll(close)

const keys = makeKeyRing(newKey())
const ORIGIN = 'https://firstbell.example'
const TODAY = '2026-11-18'
const NOW = new Date('2026-11-18T14:00:00Z')
/** 11:59 PM of today in New York, when a link of today's plan ends. */
const END = new Date('2026-11-19T04:59:00Z')
const justBefore = (instant: Date) => new Date(instant.getTime() - 1)
const NOT_FOUND = { code: 'not_found' }
const LESSON = { id: 'fractions', title: 'Fractions', description: '<p>Quiz <a href="https://files.example/4a">4A.pdf</a></p>' }

type Person = Awaited<ReturnType<typeof aTeacher>>
let ann: Person
let bob: Person
beforeEach(async () => {
  await emptyDatabase(db)
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: NOW })
  bob = await aTeacher(db, { displayName: 'Bob Ray', now: NOW })
  await aDay(db, { owner: ann.userId, date: TODAY, blocks: [aBlock(LESSON)] })
})

const by = (person: { userId: string }, now = NOW) => ({ keys, actor: { userId: person.userId, isGuest: false }, now })
type Wish = Partial<Parameters<typeof links.createLink>[2]>
const make = (wish: Wish = {}, person: { userId: string } = ann, now = NOW) =>
  links.createLink(db, by(person, now), { dates: [TODAY], include: USUAL_PARTS, message: '', ...wish })
const open = (token: string, now = NOW) => links.openPage(db, keys, { token, now, admit: () => undefined })
const list = (person = ann, now = NOW) => links.linksShownTo(db, { keys, userId: person.userId, origin: ORIGIN, now })
const show = (id: string, person = ann, now = NOW) => links.linkShownTo(db, { keys, userId: person.userId, origin: ORIGIN, now }, id)
const print = (id: string, person = ann, now = NOW) => links.printedLink(db, { keys, userId: person.userId, origin: ORIGIN, now }, id)
const change = (id: string, to: Parameters<typeof links.changeLink>[3], person = ann, now = NOW) =>
  links.changeLink(db, by(person, now), id, to)
const turnOff = (id: string, person = ann, now = NOW) => links.turnOffLink(db, { id, userId: person.userId }, now)
const rows = async (table = 'sub_links') => (await pool.query(`select * from ${table}`)).rows
/** Copies the only link so often. Its copies have tokens that nobody knows. */
const copies = (count: number) =>
  pool.query(
    `insert into sub_links select (json_populate_record(l, json_build_object('id', gen_random_uuid(), 'token_hash', gen_random_uuid(), 'report_token_hash', gen_random_uuid()))).* from sub_links l, generate_series(1, $1)`,
    [count],
  )
const emergencyPlan = async (owner = ann) => {
  const { id } = await aDailyTemplate(db, { owner: owner.userId, name: 'Read', blocks: [aBlock({ title: 'Read aloud' })] })
  await pool.query('update templates set checked_at = $1 where id = $2', [NOW, id])
  return id
}
const plansLogged = async () =>
  (await pool.query(`select actor_id as by, subject_id as of from audit_log where act = 'school.planned'`)).rows

describe('a teacher who makes a link', () => {
  test('gets a token that opens their plan until 11:59 PM of its last day, and is stored only as a hash and encrypted', async () => {
    const { id, token, endsAt } = await make({ dates: ['2026-11-19', TODAY], message: 'Thank you' })
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(endsAt).toEqual(new Date('2026-11-20T04:59:00Z'))
    const page = await open(token, justBefore(endsAt))
    expect(page).toMatchObject({
      plan: {
        teacher: 'Ann Lee',
        days: [
          { date: TODAY, blocks: [{ title: 'Fractions' }] },
          { date: '2026-11-19', blocks: [] },
        ],
      },
      link: { id, token, endsAt, parts: USUAL_PARTS, isChanged: false, reportToken: expect.stringMatching(/^[\w-]{22}$/) },
    })
    expect(page?.plan.choices).toEqual({
      ...{ lessons: 'full', substituteInstructions: true, alerts: true, studentNotes: false, emergencyProcedures: true },
      message: 'Thank you',
    })
    expect(await open(token, endsAt)).toBeUndefined()
    const [row] = await rows()
    expect(row).toMatchObject({ token_hash: hashOf(token), report_token_hash: hashOf(page?.link.reportToken ?? '') })
    expect(JSON.stringify(row)).not.toContain(token)
    expect(page?.link.reportToken).not.toBe(token)
    expect(row).toMatchObject({ dates: [TODAY, '2026-11-19'], user_id: ann.userId, made_by: ann.userId })
    expect(await plansLogged()).toEqual([])
  })

  test('can end it up to 14 days after its plan, and a year from now, but not before now or its last day', async () => {
    const refusal = (wish: Wish, now = NOW) => expect(make(wish, ann, now)).rejects
    await refusal({}, END).toThrow('That day is over. Choose today or a later day.')
    expect((await make({}, ann, justBefore(END))).endsAt).toEqual(END)
    await refusal({ dates: [TODAY, '2026-11-20'], endsOn: '2026-11-19' }).toThrow('A link can’t end before the last day of its plan.')
    await refusal({ endsOn: '2026-12-03' }).toThrow('A link can end at most 14 days after its plan.')
    expect((await make({ endsOn: '2026-12-02' })).endsAt).toEqual(new Date('2026-12-03T04:59:00Z'))
    const farthest = addDays(TODAY, 366)
    await refusal({ dates: [addDays(farthest, 1)] }).toThrow('A link can end at most a year from now.')
    await make({ dates: [farthest] })
    expect(await rows()).toHaveLength(3)
  })

  test('can have 20 that are open', async () => {
    await make({}, bob)
    await copies(20)
    const [{ id }, ended] = [await make(), await make({ dates: ['2026-11-17'] }, ann, new Date('2026-11-17T14:00:00Z'))]
    await turnOff(id)
    await pool.query('update sub_links set user_id = $1, made_by = $1 where id in (select id from sub_links where user_id = $2 limit 19)', [
      ...[ann.userId, bob.userId],
    ])
    const { id: twentieth } = await make()
    await expect(make()).rejects.toMatchObject({ code: 'refused_by_rule', message: '20 links are open already. Turn one off first.' })
    await turnOff(twentieth)
    await make()
    await expect(change(ended.id, {})).rejects.toMatchObject(NOT_FOUND)
  })

  test('must have signed up', async () => {
    const guest = { keys, actor: { userId: ann.userId, isGuest: true }, now: NOW }
    const wish = { dates: [TODAY], include: USUAL_PARTS, message: '' }
    await expect(links.createLink(db, guest, wish)).rejects.toMatchObject({ code: 'sign_up_needed' })
    await expect(make({}, { userId: randomUUID() })).rejects.toMatchObject(NOT_FOUND)
  })

  test('shows what their school says of the day', async () => {
    const school = await aSchoolWith(db, { now: NOW })
    const cy = await aMember(db, school, { now: NOW })
    const { token } = await make({}, cy)
    await entriesOf(db, school, { [TODAY]: { isBlocked: true, blockedText: 'Snow day' } })
    expect((await open(token))?.plan.days[0]?.entry).toMatchObject({ isBlocked: true })
  })
})

describe('a link to an emergency plan', () => {
  test('shows its lessons instead of the day’s, also after its teacher deletes it', async () => {
    const plan = await emergencyPlan()
    const { id, token } = await make({ emergencyPlanId: plan })
    expect(await show(id)).toMatchObject({ emergencyPlan: { id: plan, name: 'Read' } })
    await pool.query('update templates set deleted_at = $1', [NOW])
    expect((await open(token))?.plan.days[0]?.blocks).toMatchObject([{ title: 'Read aloud' }])
    await expect(make({ emergencyPlanId: plan })).rejects.toMatchObject(NOT_FOUND)
  })

  test('needs a plan of its teacher, for a day, that was checked', async () => {
    const [checked, weekly] = [await emergencyPlan(bob), await aWeeklyTemplate(db, { owner: ann.userId })]
    await expect(make({ emergencyPlanId: checked })).rejects.toMatchObject(NOT_FOUND)
    await pool.query('update templates set checked_at = $1', [NOW])
    await expect(make({ emergencyPlanId: weekly.id })).rejects.toMatchObject(NOT_FOUND)
    const unchecked = await aDailyTemplate(db, { owner: ann.userId, blocks: [] })
    await expect(make({ emergencyPlanId: unchecked.id })).rejects.toMatchObject(NOT_FOUND)
  })

  test('can’t be made by a colleague, who may make one of the teacher’s days', async () => {
    await anInvite(db, { inviter: ann.userId, invitee: bob.userId })
    await expect(make({ teacherId: ann.userId, emergencyPlanId: await emergencyPlan() }, bob)).rejects.toMatchObject(NOT_FOUND)
    await make({ teacherId: ann.userId }, bob)
  })

  test('that has become too large for a page shows only titles and times', async () => {
    const dates = Array.from({ length: 12 }, (_, day) => addDays(TODAY, day))
    const plan = await emergencyPlan()
    const { id, token } = await make({ dates, emergencyPlanId: plan })
    const large = [aBlock({ title: 'Read on', description: `<p>${'x'.repeat(190_000)}</p>` })]
    await pool.query('update templates set content = $1', [{ blocks: large }])
    await expect(make({ dates, emergencyPlanId: plan })).rejects.toMatchObject({ code: 'refused_by_rule' })
    expect((await open(token))?.plan.days[0]?.blocks).toMatchObject([{ title: 'Read on', description: '' }])
    const [link] = await query.linksOf(db, { userId: ann.userId, now: NOW, id })
    if (!link) throw new Error('The link is missing')
    const source = { calendar: await calendarOf(db, ann.userId) }
    const currentPlan = (change: Partial<query.LinkRow>) => links.currentPlanOf(db, keys, source, { ...link.link, ...change })
    expect(await currentPlan({})).toMatchObject({ isShortened: true })
    expect(await currentPlan({ dates: [TODAY] })).toMatchObject({ isShortened: false })
    expect(await currentPlan({ emergencyPlanId: randomUUID() })).toBeUndefined()
    await expect(currentPlan({ emergencyPlanId: 'no id' })).rejects.toThrow('Failed query')
  })
})

describe('a link that its maker changes', () => {
  test('has its new days in order, other parts and message, and is what its reader saw last', async () => {
    const { id, token } = await make({ message: 'Hello' })
    await change(id, { dates: ['2026-11-20', '2026-11-19'], include: { files: false, alerts: undefined } })
    const include = { ...USUAL_PARTS, files: false }
    expect(await show(id)).toMatchObject({ dates: ['2026-11-19', '2026-11-20'], message: 'Hello', endsOn: '2026-11-20' })
    expect((await show(id)).include).toEqual(include)
    await aDay(db, { owner: ann.userId, date: '2026-11-19', blocks: [aBlock(LESSON)] })
    expect((await open(token))?.link).toMatchObject({ parts: include, isChanged: true, endsAt: new Date('2026-11-21T04:59:00Z') })
    await change(id, { message: 'Thank you' })
    expect(await show(id)).toMatchObject({ message: 'Thank you', include, dates: ['2026-11-19', '2026-11-20'] })
    expect((await open(token))?.link.isChanged).toBe(false)
  })

  test('ends with its last day, or on a later one that was chosen', async () => {
    const { id } = await make({ dates: [TODAY, '2026-11-19'] })
    const endAfter = async (to: Parameters<typeof change>[1]) => {
      await change(id, to)
      return (await show(id)).endsOn
    }
    expect(await endAfter({ dates: [TODAY] })).toBe(TODAY)
    expect(await endAfter({ dates: [TODAY, '2026-11-20'] })).toBe('2026-11-20')
    expect(await endAfter({ dates: ['2026-11-20'] })).toBe('2026-11-20')
    expect(await endAfter({ dates: ['2026-11-19'] })).toBe('2026-11-19')
    expect(await endAfter({ endsOn: '2026-11-24' })).toBe('2026-11-24')
    expect(await endAfter({ dates: [TODAY] })).toBe('2026-11-24')
    expect(await endAfter({ dates: ['2026-11-25'] })).toBe('2026-11-25')
    await expect(change(id, { endsOn: '2026-11-24' })).rejects.toMatchObject({ code: 'refused_by_rule' })
  })

  test('is open, and nobody else’s', async () => {
    await anInvite(db, { inviter: ann.userId, invitee: bob.userId })
    const [{ id }, shared] = [await make(), await make({ teacherId: ann.userId }, bob)]
    await expect(change(id, { message: 'x' }, bob)).rejects.toMatchObject(NOT_FOUND)
    await expect(change(shared.id, { message: 'x' })).rejects.toMatchObject(NOT_FOUND)
    await expect(change(id, { message: 'x' }, ann, END)).rejects.toMatchObject(NOT_FOUND)
    await change(shared.id, { message: 'x' }, bob)
    await pool.query(`update invites set status = 'revoked'`)
    await expect(change(shared.id, { message: 'y' }, bob)).rejects.toMatchObject(NOT_FOUND)
    await turnOff(id)
    await expect(change(id, { message: 'x' })).rejects.toMatchObject(NOT_FOUND)
  })

  test('can be changed after a key is lost, which makes its reader look again', async () => {
    const { id, token } = await make()
    await pool.query(`update sub_links set sealed_token = 'lost', sealed_report_token = 'lost'`)
    await change(id, { message: 'x' })
    expect((await open(token))?.link).toMatchObject({ isChanged: true, reportToken: '', parts: { ...USUAL_PARTS, report: false } })
    expect((await show(id)).url).toBeNull()
    await expect(print(id)).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('a school’s administrator', () => {
  test('makes links of its teachers’ days, and each choice of days is in the teacher’s log', async () => {
    const school = await aSchoolWith(db, { now: NOW })
    const cy = await aMember(db, school, { now: NOW, displayName: 'Cy Fox' })
    const logged = { by: school.administrator.userId, of: cy.userId }
    await expect(make({ teacherId: ann.userId }, school.administrator)).rejects.toMatchObject(NOT_FOUND)
    const { id, token } = await make({ teacherId: cy.userId }, school.administrator)
    expect(await plansLogged()).toEqual([logged])
    await change(id, { message: 'x' }, school.administrator)
    expect(await plansLogged()).toEqual([logged])
    await change(id, { dates: ['2026-11-19'] }, school.administrator)
    expect(await plansLogged()).toEqual([logged, logged])
    expect((await open(token))?.plan.teacher).toBe('Cy Fox')
    await pool.query('update user_roles set school_administration = false')
    expect(await open(token)).toBeUndefined()
    await expect(print(id, school.administrator)).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('a colleague’s link', () => {
  test('is listed by the teacher without its address, and turned off by either', async () => {
    await anInvite(db, { inviter: ann.userId, invitee: bob.userId })
    const [first, second] = [await make({ teacherId: ann.userId }, bob), await make({ teacherId: ann.userId }, bob)]
    const cy = await aTeacher(db, { now: NOW })
    const people = { teacher: { id: ann.userId, name: 'Ann Lee' }, madeBy: { id: bob.userId, name: 'Bob Ray' } }
    expect(await show(first.id)).toMatchObject({ url: null, emergencyPlan: null, ...people })
    expect(await show(first.id, bob)).toMatchObject({ url: `${ORIGIN}/s/${first.token}`, ...people })
    await expect(show(first.id, cy)).rejects.toMatchObject(NOT_FOUND)
    await expect(turnOff(first.id, cy)).rejects.toMatchObject(NOT_FOUND)
    expect([await list(), await list(bob), await list(cy)].map(({ length }) => length)).toEqual([2, 2, 0])
    await turnOff(first.id)
    await turnOff(second.id, bob)
    expect([await open(first.token), await open(second.token)]).toEqual([undefined, undefined])
    const revoked = async () => (await rows()).map(({ revoked_at }) => revoked_at)
    const before = await revoked()
    await turnOff(first.id, ann, END)
    expect(await revoked()).toEqual(before)
  })
})

test('a teacher’s list has open links first, then the latest, and addresses only of open ones', async () => {
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
  const [ended, off, older, newer] = [
    await make({}, ann, at(3)),
    await make({ endsOn: '2026-11-20' }, ann, at(2)),
    await make({ endsOn: '2026-11-20' }, ann, at(0)),
    await make({ endsOn: '2026-11-20' }, ann, at(1)),
  ]
  await turnOff(off.id)
  expect((await list(ann, justBefore(END))).find(({ id }) => id === ended.id)?.state).toBe('open')
  await pool.query('update sub_links set sent_at = $1 where id = $2', [NOW, older.id])
  const shown = (await list(ann, END)).map(({ id, state, url, sentAt, createdAt }) => ({ id, state, url, sentAt, createdAt }))
  expect(shown).toEqual([
    { id: newer.id, state: 'open', url: `${ORIGIN}/s/${newer.token}`, sentAt: null, createdAt: at(1).toISOString() },
    { id: older.id, state: 'open', url: `${ORIGIN}/s/${older.token}`, sentAt: NOW.toISOString(), createdAt: NOW.toISOString() },
    { id: ended.id, state: 'ended', url: null, sentAt: null, createdAt: at(3).toISOString() },
    { id: off.id, state: 'off', url: null, sentAt: null, createdAt: at(2).toISOString() },
  ])
  await expect(show(randomUUID())).rejects.toMatchObject(NOT_FOUND)
  expect((await show(off.id)).id).toBe(off.id)
})

describe('an opened page', () => {
  test('is admitted by its link’s id before the plan is read, and a token of no open link isn’t', async () => {
    const { id, token } = await make()
    const admitted: string[] = []
    const admit = (linkId: string) => void admitted.push(linkId)
    for (const [each, now] of [
      ['x', NOW],
      [token, END],
      [token, NOW],
    ] as const)
      await links.openPage(db, keys, { token: each, now, admit })
    expect(admitted).toEqual([id])
    const refuse = () => {
      throw new Error('too many')
    }
    await expect(links.openPage(db, keys, { token, now: NOW, admit: refuse })).rejects.toThrow('too many')
    await pool.query(`update sub_links set include = (include::jsonb || '{"report": false}')::json`)
    expect((await open(token))?.link.parts.report).toBe(false)
  })

  test('is counted up to 200 times, as long as its link is open', async () => {
    const { id, token } = await make()
    const opened = (at = NOW, hash = hashOf(token)) => query.insertOpening(db, hash, { at, device: 'iPhone', isNewDevice: true })
    expect([await opened(), await opened(justBefore(END)), await opened(END), await opened(NOW, 'x')]).toEqual([true, true, false, false])
    expect(await show(id)).toMatchObject({
      openingCount: 2,
      openings: [
        { at: justBefore(END).toISOString(), device: 'iPhone', isNewDevice: true },
        { at: NOW.toISOString(), device: 'iPhone', isNewDevice: true },
      ],
    })
    await pool.query(
      `insert into sub_link_openings (link_id, at, device, is_new_device) select $1, $2, 'Mac', false from generate_series(1, 197)`,
      [id, NOW],
    )
    expect([await opened(), (await show(id)).openingCount, await opened(), (await show(id)).openingCount]).toEqual([true, 200, true, 200])
    expect((await show(id)).openings).toHaveLength(20)
  })
})

test('a link’s maker prints its open plan, with its address and without links to files if it has none', async () => {
  const { id, token } = await make()
  expect(await print(id)).toContain('<a href="https://files.example/4a"')
  await change(id, { include: { files: false } })
  const page = await print(id)
  for (const each of [`${ORIGIN}/s/${token}`, '<p>Quiz 4A.pdf</p>']) expect(page).toContain(each)
  expect(page).not.toMatch(/<\/?a[ >]/)
  await expect(print(id, bob)).rejects.toMatchObject(NOT_FOUND)
  await expect(print(id, ann, END)).rejects.toMatchObject(NOT_FOUND)
  await turnOff(id)
  await expect(print(id)).rejects.toMatchObject(NOT_FOUND)
})

test('links are deleted that ended or were turned off before an instant, and no others', async () => {
  const [ended, off] = [await make(), await make({ endsOn: '2026-11-25' })]
  await turnOff(off.id)
  const left = async (instant: Date) => {
    await query.deleteLinksBefore(db, instant)
    return (await rows()).map(({ id }) => id).sort()
  }
  expect(await left(NOW)).toEqual([ended.id, off.id].sort())
  expect(await left(END)).toEqual([ended.id])
  expect(await left(new Date(END.getTime() + 1))).toEqual([])
})
