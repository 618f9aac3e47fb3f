/** Fills a database with teachers, without the cost of their passwords. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Creates a school with this many teachers, each with a trial, an empty calendar and a session. The first teacher is its administrator.
 * Returns the sessions' tokens.
 */
export const fillSchool = async (url: string, count: number): Promise<string[]> => {
  const client = new pg.Client(url)
  await client.connect()
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), token: randomBytes(32).toString('base64url') }))
  const ids = people.map(({ id }) => id)
  const hashes = people.map(({ token }) => hashOf(token))
  const { rows } = await client.query(`insert into schools (name, timezone, created_at) values ('Lincoln', 'UTC', now()) returning id`)
  const school = rows[0].id
  await client.query('insert into calendars (school_id) values ($1)', [school])
  await client.query(
    `insert into users (id, email, timezone, preferences, created_at) select id, id || '@school.example', 'UTC', '{}', now() from unnest($1::uuid[]) id`,
    [ids],
  )
  await client.query(
    `insert into user_roles (user_id, school_id, joined_school_at, school_administration) select id, $2, now(), id = $3 from unnest($1::uuid[]) id`,
    [ids, school, ids[0]],
  )
  await client.query(
    `insert into subscriptions (user_id, status, free_trial_started) select id, 'TRIAL', now() from unnest($1::uuid[]) id`,
    [ids],
  )
  await client.query('insert into calendars (user_id) select id from unnest($1::uuid[]) id', [ids])
  await client.query(
    `insert into sessions (user_id, token_hash, created_at, last_seen_at, idle_expires_at, expires_at)
     select id, hash, now(), now(), now() + '7 days', now() + '30 days' from unnest($1::uuid[], $2::text[]) as each(id, hash)`,
    [ids, hashes],
  )
  await client.end()
  return people.map(({ token }) => token)
}
