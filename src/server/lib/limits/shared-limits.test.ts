// @module-tag engine
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { forgetSignInAttempts } from '#server/features/sign-in/guessing/jobs.ts'
import { PER_MINUTE } from '#shared/limits.ts'
import { app, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { claimAll, makeSharedLimits } from './shared-limits.ts'

const other = await buildApp({ db, keys, clock, logger: false, config })
afterAll(() => other.close())

const lookUp = async (server: typeof app, token: string) => {
  const reply = await server.inject({
    url: '/api/user/by-email/nobody@school.example',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: reply.statusCode, wait: reply.headers['retry-after'] }
}

describe('a call that reveals who has an account', () => {
  test('is counted on all servers together, and goes on at its rate', async () => {
    const maya = await aTeacher(db, { now: clock() })
    const sam = await aTeacher(db, { now: clock() })
    for (let count = 0; count < PER_MINUTE.lookups; count++)
      expect((await lookUp(count % 2 ? app : other, maya.token)).status).not.toBe(429)
    for (const server of [app, other, await buildApp({ db, keys, clock, logger: false, config })])
      expect(await lookUp(server, maya.token)).toEqual({ status: 429, wait: '2' })
    expect((await lookUp(app, sam.token)).status).not.toBe(429)
    setClock('2026-11-18T14:00:02Z')
    expect((await lookUp(other, maya.token)).status).not.toBe(429)
    expect((await lookUp(app, maya.token)).status).toBe(429)
  })

  test('is counted in each server’s memory while the database takes no writes', async () => {
    const readOnly = Object.assign(new Error('read-only'), { cause: Object.assign(new Error('read-only transaction'), { code: '25006' }) })
    const broken = {
      insert: () => {
        throw readOnly
      },
    } as unknown as typeof db
    const limits = makeSharedLimits()
    const claim = { key: 'call x maya', limit: { burst: 2, perHour: 2 }, cost: 1 }
    const claims = async () => (await limits.claim(broken, [claim], clock())).length
    expect([await claims(), await claims(), await claims()]).toEqual([1, 1, 0])
  })
})

test('every limit of mail, secrets and money is shared, and only the others are counted in memory', () => {
  const limited = app.routes.flatMap(({ config }) => {
    const { endpoint, name } = config?.call ?? {}
    return endpoint && (endpoint.perMinute || endpoint.perHour) ? [{ name, protects: endpoint.protects }] : []
  })
  const inMemory = limited.flatMap(({ name, protects }) => (protects ? [] : [name])).sort()
  expect(inMemory).toMatchInlineSnapshot(`
    [
      "bulkUpdate",
      "colleaguePlan",
      "comeBackFromGoogle",
      "comeBackFromOidc",
      "createBackup",
      "driveToken",
      "exchange",
      "exportLessons",
      "exportMyData",
      "exportUsersCsv",
      "exportUsersJson",
      "generate",
      "goToGoogle",
      "goToOidc",
      "importLessons",
      "previewBulkUpdate",
      "previewImport",
      "searchUsers",
      "signInWithGoogle",
      "signInWithOidc",
      "teacherPlan",
      "webhook",
    ]
  `)
})

test('many claims at once fill a bucket exactly, in any order of keys', async () => {
  const limit = { burst: 10, perHour: 10 }
  const one = { key: 'one', limit, cost: 1 }
  const two = { key: 'two', limit, cost: 1 }
  const taken = await Promise.all(Array.from({ length: 30 }, (_, turn) => claimAll(db, turn % 2 ? [one, two] : [two, one], clock())))
  expect(taken.flat().filter((key) => key === 'one')).toHaveLength(10)
  expect(taken.flat().filter((key) => key === 'two')).toHaveLength(10)
})

test('a claim for more than a bucket holds is refused, and one for several events counts them', async () => {
  const claim = (cost: number) => claimAll(db, [{ key: 'invites', limit: { burst: 5, perHour: 5 }, cost }], clock())
  expect([await claim(6), await claim(3), await claim(3), await claim(2), await claim(0)]).toEqual([[], ['invites'], [], ['invites'], []])
})

test('drained buckets are deleted, whatever their rate', async () => {
  await claimAll(db, [{ key: 'fast', limit: { burst: 5, perHour: 60 }, cost: 1 }], clock())
  await claimAll(db, [{ key: 'slow', limit: { burst: 5, perHour: 0.5 }, cost: 1 }], clock())
  const kept = async (at: string) => {
    await doJob(forgetSignInAttempts, new Date(at))
    return (await pool.query('select key from limits order by key')).rows.map(({ key }) => key)
  }
  expect(await kept('2026-11-18T14:00:50Z')).toEqual(['fast', 'slow'])
  expect(await kept('2026-11-18T14:01:10Z')).toEqual(['slow'])
  expect(await kept('2026-11-18T16:01:10Z')).toEqual([])
})
