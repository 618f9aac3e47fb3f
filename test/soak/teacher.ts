/** Simulates one teacher at work: reads and saves with pauses, on one or two devices. */
import { setTimeout as pause } from 'node:timers/promises'
import { addDays } from '#shared/dates.ts'
import { PER_MINUTE } from '#shared/limits.ts'
import type { Client } from './client.ts'

type Person = { email: string; password: string; token: string }
type Entry = { id: string; date: string; version: number; operationId: string; blocks: object[] }

/** Acceptable statuses other than success: a conflicting change, or nothing to undo. */
const ALSO_FINE = new Set([404, 409, 422])
const FIRST_MONDAY = '2026-09-07'
/** Milliseconds between a teacher's sub plans. Chance alone sometimes asks for more than the server allows in a minute. */
const SUB_PLAN_PAUSE = (1.2 * 60_000) / PER_MINUTE.subPlans

const draw = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
const text = (words: number) => `<p>${Array.from({ length: words }, () => Math.random().toString(36).slice(2)).join(' ')}</p>`
const lessons = (count: number) =>
  Array.from({ length: count }, (_, order) => ({
    id: `block_${order}`,
    title: draw(['Math', 'Reading', 'Science', 'Art']),
    description: text(40),
    startTime: `${String(8 + order).padStart(2, '0')}:00`,
    endTime: `${String(8 + order).padStart(2, '0')}:45`,
    order,
  }))

/** Makes calls in a loop until `isOver` returns true. Reports each failed call. */
export const work = async (
  call: Client['call'],
  person: Person,
  { isOver, onFault, onCall }: { isOver: () => boolean; onFault: (fault: string) => void; onCall: (milliseconds: number) => void },
) => {
  let { token } = person
  let lastOperation: string | undefined
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await call(method, path, { token, ...(body && { body }) })
    onCall(reply.milliseconds)
    if ((reply.status < 200 || reply.status >= 300) && !ALSO_FINE.has(reply.status))
      onFault(`${method} ${path.split('?')[0]}: ${reply.status}`)
    const made = (reply.body as { operationId?: string } | undefined)?.operationId
    if (made && method !== 'GET') lastOperation = made
    return reply
  }
  const monday = () => addDays(FIRST_MONDAY, 7 * Math.floor(Math.random() * 18))
  const aDay = () => addDays(monday(), Math.floor(Math.random() * 5))
  const readWeek = () => {
    const from = monday()
    return ask('GET', `/api/calendar?from=${from}&to=${addDays(from, 4)}`)
  }
  const save = async () => {
    const date = aDay()
    const [day] = (await ask('GET', `/api/calendar?date=${date}`)).body as Entry[]
    await ask('POST', '/api/calendar', { date, blocks: lessons(6), version: day?.version ?? 0 })
  }
  const change = async () => {
    const [day] = (await ask('GET', `/api/calendar?date=${aDay()}`)).body as Entry[]
    if (day) await ask('PATCH', `/api/calendar/${day.id}`, { blocks: lessons(5), version: day.version })
  }
  const mark = () => ask('POST', '/api/calendar/bulk', { from: aDay(), to: '2027-01-08', hasNote: true, noteText: 'Picture day' })
  const undo = async () => {
    if (lastOperation) await ask('POST', `/api/calendar/operations/${lastOperation}/undo`)
    lastOperation = undefined
  }
  const signInAgain = async () => {
    const { body } = await ask('POST', '/api/auth/login', { email: person.email, password: person.password })
    const before = token
    token = (body as { token?: string }).token ?? token
    if (token !== before) await call('POST', '/api/auth/logout', { token: before })
  }
  const template = async () => {
    const { body } = await ask('POST', '/api/daily-templates', { name: 'Day', blocks: lessons(4) })
    const { id } = body as { id: string }
    await ask('POST', `/api/daily-templates/${id}/apply`, { date: aDay() })
    await ask('GET', '/api/daily-templates')
    await ask('DELETE', `/api/daily-templates/${id}`)
  }
  let lastSubPlan = -SUB_PLAN_PAUSE
  const makeSubPlan = async () => {
    if (performance.now() - lastSubPlan < SUB_PLAN_PAUSE) return
    lastSubPlan = performance.now()
    await ask('POST', '/api/sub-plans/generate', { dates: [aDay()] })
  }
  const habits = [
    { share: 40, act: readWeek },
    { share: 10, act: () => ask('GET', `/api/calendar/marks?from=${FIRST_MONDAY}&to=2026-10-18`) },
    { share: 18, act: save },
    { share: 12, act: change },
    { share: 5, act: undo },
    { share: 2, act: mark },
    { share: 5, act: () => ask('GET', `/api/calendar/history?date=${aDay()}`) },
    { share: 3, act: template },
    { share: 2, act: makeSubPlan },
    { share: 1, act: signInAgain },
    { share: 2, act: () => ask('PATCH', '/api/user', { studentNotes: text(30) }) },
  ].flatMap(({ share, act }) => Array.from({ length: share }, () => act))

  while (!isOver()) {
    await draw(habits)()
    await pause(100 + Math.random() * 500)
  }
}
