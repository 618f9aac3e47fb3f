/** Makes BENCH_ADMIN a platform admin and adds PEOPLE other users, as if they had signed up over the last year. */
import { openDatabase } from '../../src/server/lib/db/open.ts'

const { BENCH_ADMIN: admin = '', PEOPLE: people = '', DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env
const FILL = [
  `insert into users (email, display_name, timezone, preferences, sealed_student_notes, created_at)
     select 'teacher.' || n || '@school' || n % 500 || '.example', case when n % 7 > 0 then 'Jo Lindqvist ' || n end, 'America/New_York', '{}',
       repeat('x', 450), now() - n * interval '1 year' / ${Number(people)}
     from generate_series(1, ${Number(people)}) n`,
  'insert into user_roles (user_id) select id from users on conflict do nothing',
  'insert into calendars (user_id) select id from users on conflict do nothing',
  `insert into subscriptions (user_id, status, free_trial_started) select id, 'TRIALEXPIRED', created_at from users on conflict do nothing`,
]

const database = await openDatabase({ databaseUrl, dataDir, log: console.error })
const client = await database.pool.connect()
await client.query('set statement_timeout = 0')
for (const statement of FILL) await client.query(statement)
await client.query('update user_roles set is_admin = true where user_id = $1', [admin])
await client.query('vacuum (analyze) users, user_roles, subscriptions')
client.release()
await database.close()
