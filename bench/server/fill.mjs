/** Creates a database and fills it with ROWS small days that belong to other teachers, 200 days per teacher. */
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { projectRoot } from '../../scripts/project.mjs'
import { migrate } from '../../src/server/lib/db/migrate.ts'
import { openDatabase } from '../../src/server/lib/db/open.ts'

const { ROWS, DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env
const DAYS_EACH = 200
/** Days per statement: few enough to stay within the statement timeout. */
const AT_ONCE = 20_000

const database = await openDatabase({ databaseUrl, dataDir, log: console.error })
await migrate(database, path.join(projectRoot, 'migrations'))
const { db } = database
const teachers = Math.ceil(Number(ROWS) / DAYS_EACH)
await db.execute(sql`
  insert into users (email, timezone, preferences, created_at)
  select 'other-' || number || '@school.example', 'UTC', '{}', now() from generate_series(1, ${teachers}::int) number`)
await db.execute(sql`insert into calendars (user_id) select id from users`)
for (let first = 0; first < teachers; first += AT_ONCE / DAYS_EACH)
  await db.execute(sql`
    insert into calendar_days (calendar_id, date, is_blocked, has_note, has_alert, bytes, blocks, version, operation_id)
    select id, date '2026-01-01' + day, false, false, false, 200, '[{"id":"b","title":"Math","description":"<p>Fractions</p>","startTime":"08:00","endTime":"08:45","hasAlert":false,"alertMessage":"","order":0}]', 0, gen_random_uuid()
    from (select calendars.id from calendars join users on users.id = user_id where email like 'other-%' order by email limit ${AT_ONCE / DAYS_EACH}::int offset ${first}::int) teacher,
      generate_series(0, ${DAYS_EACH - 1}::int) day`)
const client = await database.pool.connect()
await client.query('set statement_timeout = 0')
await client.query('vacuum (analyze) calendar_days, users')
client.release()
await database.close()
