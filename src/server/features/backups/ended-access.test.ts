// @module-tag engine
/** Tests deploy/ended-access.sql, which operators run after PostgreSQL went back in time. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { openEmptySchool } from '#server/features/admin/actions.ts'
import { inProject } from '#server/project-folder.ts'
import { clock, db, pool } from '#test/app.ts'

/** One per statement of the file. */
const QUERIES = readFileSync(inProject('deploy/ended-access.sql'), 'utf8').split(/;\n(?=select)/)

/** Returns the statements that the file makes of the newer database. */
const statementsOf = async (client: Pick<typeof pool, 'query'>): Promise<string[]> => {
  const found: string[] = []
  for (const query of QUERIES) found.push(...(await client.query<{ format: string }>(query)).rows.map(({ format }) => format))
  return found
}
const access = async () =>
  (
    await pool.query(`
    select (select string_agg(status, ' ' order by invited_at) from invites) as shared, (select count(*)::int from feeds) as feeds,
      (select count(*)::int from user_roles where school_id is not null) as members,
      (select count(*)::int from user_roles where school_administration) as administrators,
      (select count(*)::int from user_roles where is_admin) as admins`)
  ).rows[0]

test('access that was ended since is ended again, and other access stays', async () => {
  expect(QUERIES).toHaveLength(5)
  const now = clock()
  const [ann, ben, cal] = [await aTeacher(db, { now }), await aTeacher(db, { now }), await aTeacher(db, { now })]
  const school = await openEmptySchool(db, { name: 'Lincoln', timezone: 'America/New_York' }, now)
  await pool.query(
    `insert into invites (inviter_id, invitee_id, status, invited_at) values ($1, $2, 'accepted', $4), ($1, $3, 'accepted', $4::timestamptz + interval '1 s')`,
    [ann.userId, ben.userId, cal.userId, now],
  )
  await pool.query('update user_roles set school_id = $1, joined_school_at = $2, school_administration = true, is_admin = true', [
    school,
    now,
  ])
  const feed = (id: number, owner: string) =>
    pool.query(
      `insert into feeds (id, user_id, token_hash, sealed_token, include, created_at) values ($1::uuid, $2, $1::text, '', '{}', $3)`,
      [`00000000-0000-4000-8000-00000000000${id}`, owner, now],
    )
  await feed(2, ann.userId)
  await feed(3, ben.userId)
  const recovered = await access()
  expect(recovered).toEqual({ shared: 'accepted accepted', feeds: 2, members: 3, administrators: 3, admins: 3 })

  // The newer database, in which access was ended.
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`update invites set status = 'revoked' where invitee_id = $1`, [ben.userId])
  await client.query('delete from feeds where user_id = $1', [ben.userId])
  await client.query('update user_roles set is_admin = false where user_id = $1', [ann.userId])
  await client.query('update user_roles set school_id = null, joined_school_at = null, school_administration = false where user_id = $1', [
    cal.userId,
  ])
  const statements = await statementsOf(client)
  await client.query('rollback')
  client.release()

  expect(await access()).toEqual(recovered)
  for (const statement of statements) await pool.query(statement)
  expect(await access()).toEqual({ shared: 'revoked accepted', feeds: 1, members: 2, administrators: 2, admins: 2 })
})
