import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, test } from 'vitest'
import { historyPage } from '#server/features/calendar/history/actions.ts'
import { daysOn } from '#server/features/calendar/queries.ts'
import { calendarOf } from '#server/features/calendar/samples.ts'
import { migrations } from '#test/migrated.ts'
import { writeMigrations } from '#test/migration-folders.ts'
import { execOn } from './embedded/pglite-exec.ts'
import { poolOver } from './embedded/pglite-pool.ts'
import { migrate } from './migrate.ts'
import { drizzleOver } from './open.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-migrations-'))
const engine = await PGlite.create()
const { pool } = poolOver(execOn(engine), () => undefined)
const db = drizzleOver(pool, () => undefined)
afterAll(async () => {
  await pool.end()
  await engine.close()
  rmSync(folder, { recursive: true })
})

const ANN = '11111111-1111-4111-8111-111111111111'
const [DAY, FIRST, SECOND] = ['2', '3', '4'].map((digit) => `${digit.repeat(8)}-2222-4222-8222-222222222222`)
const block = (title: string) => ({
  id: 'a',
  title,
  description: '<p>é</p>',
  startTime: '08:00',
  endTime: '09:00',
  hasAlert: true,
  alertMessage: 'Bell',
  order: 0,
})

test('migrating a planner from before calendars keeps its days, history, templates and counts', async () => {
  await migrate({ pool }, writeMigrations(path.join(folder, 'older'), { count: 4 }))
  await pool.query(
    `insert into users (id, email, timezone, preferences, created_at) values ('${ANN}', 'ann@school.example', 'UTC', '{}', now())`,
  )
  await pool.query(
    `insert into calendar_operations (id, owner_id, actor_id, kind, created_at) values ('${FIRST}', '${ANN}', '${ANN}', 'save', now()), ('${SECOND}', '${ANN}', '${ANN}', 'save', now())`,
  )
  const before = {
    id: DAY,
    userId: ANN,
    date: '2026-11-18',
    isBlocked: false,
    blockedText: null,
    hasNote: true,
    noteText: 'Old',
    blocks: [block('Math')],
    version: 1,
    operationId: FIRST,
  }
  await pool.query(
    `insert into calendar_day_images (operation_id, owner_id, date, before) values ($1, $3, '2026-11-18', null), ($2, $3, '2026-11-18', $4)`,
    [FIRST, SECOND, ANN, JSON.stringify(before)],
  )
  await pool.query(
    `insert into calendar_days (id, owner_id, date, is_blocked, has_note, blocks, version, operation_id) values ($1, $2, '2026-11-18', false, false, $3, 2, $4)`,
    [DAY, ANN, JSON.stringify([block('Algebra')]), SECOND],
  )
  await pool.query(`insert into templates (owner_id, kind, name, content) values ('${ANN}', 'daily', 'Day', '{"blocks":[]}')`)

  await migrate({ pool }, migrations)
  const calendar = await calendarOf(db, ANN)
  const [day] = await daysOn(db, calendar, ['2026-11-18'])
  expect(day).toEqual({ ...before, hasNote: false, noteText: null, blocks: [block('Algebra')], version: 2, operationId: SECOND })
  const history = await historyPage(db, calendar, '2026-11-18', { before: undefined, entries: 10, bytes: 1e6 })
  expect(history.map(({ before }) => before)).toEqual([before, null])
  const { rows } = await pool.query(
    `select lesson_bytes = (select sum(bytes) from calendar_days) + (select sum(bytes) from templates) as lessons,
       history_bytes = (select sum(bytes) from calendar_day_images) as history, (select has_alert from calendar_days) from calendar_counters`,
  )
  expect(rows).toEqual([{ lessons: true, history: true, has_alert: true }])
})
