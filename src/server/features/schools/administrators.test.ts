// @module-tag engine

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { clock, config, db, doJob, keys, pool } from '#test/app.ts'
import { type ASchool, aMember, aSchoolWith } from './samples.ts'

const server = aMailServer()
const services = { mail: server.mail }
const app = await buildApp({ db, keys, clock, logger: false, config, services })
afterAll(() => app.close())

let lincoln: ASchool
let mike: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  server.sent.length = 0
  lincoln = await aSchoolWith(db, { name: 'Lincoln', now: clock() })
  mike = await aMember(db, lincoln, { displayName: 'Mike Tan', now: clock() })
})

const patch = async (url: string, { token }: { token: string }, isAdministrator: boolean) => {
  const reply = await app.inject({ method: 'PATCH', url, headers: { authorization: `Bearer ${token}` }, payload: { isAdministrator } })
  return reply.statusCode
}
const sendAll = async () => {
  const { rows } = await pool.query(`delete from jobs where name = 'send-mail' returning payload`)
  for (const { payload } of rows) await doJob(sendMailWith(LETTERS), clock(), { services, payload })
  return server.sent.splice(0)
}

describe('the administrators of a school are emailed about a new one', () => {
  test('added by a platform admin, including the new one but no other teacher', async () => {
    await aMember(db, lincoln, { now: clock() })
    const pat = await aTeacher(db, { now: clock() })
    await makeAdmin(db, pat.email, clock())
    const url = `/api/admin/schools/${lincoln.id}/members/${mike.userId}`
    expect(await patch(url, pat, true)).toBe(200)
    const mails = await sendAll()
    expect(mails.map(({ to }) => to.address).sort()).toEqual([lincoln.administrator.email, mike.email].sort())
    const mailTo = (email: string) => mails.find(({ to }) => to.address === email)
    const toOther = mailTo(lincoln.administrator.email)
    expect(toOther?.subject).toBe('Lincoln has a new administrator on Firstbell')
    expect(toOther?.text).toContain('Mike Tan became an administrator of Lincoln on ')
    expect(mailTo(mike.email)?.text).toContain('You became an administrator of Lincoln on ')
    expect(await patch(url, pat, true)).toBe(200)
    expect(await patch(url, pat, false)).toBe(200)
    expect(await sendAll()).toEqual([])
  })

  test('added by one of them, but not if they have lost that role by then', async () => {
    const priya = lincoln.administrator
    expect(await patch(`/api/admin/teachers/${mike.userId}`, priya, true)).toBe(200)
    expect(await patch(`/api/admin/teachers/${priya.userId}`, mike, false)).toBe(200)
    expect((await sendAll()).map(({ to }) => to.address)).toEqual([mike.email])
  })
})
