/**
 * Runs several servers through a school morning and through what can go wrong: 2,000 teachers' first bell, a rolling restart, a killed
 * server, restarts of PostgreSQL, and the promotion of its replica. Checks that no confirmed save is lost.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { fillSchool } from '#test/soak/school.ts'
import { openClient } from '../client.ts'
import { type Cluster, query, startCluster } from './cluster.ts'
import { makeTally, type Phase } from './tally.ts'
import { makeTeacher, type Teacher } from './teachers.ts'

const SCHOOL_SIZE = 50
const FILL_AT_ONCE = 8
/** During the phases after the first bell, each teacher reads and saves once in this time. */
const SECONDS_PER_SAVE = 60
/** Load before and after what a phase does. */
const AROUND_MS = 5000

/** Makes teachers act, the next free one each time, at a given rate. It doesn't slow down with the servers. Waits for the last answers. */
const arrive = async (
  teachers: readonly Teacher[],
  perSecond: number,
  isOver: (acts: number) => boolean,
  act: (teacher: Teacher) => Promise<unknown>,
) => {
  const acts = new Set<Promise<unknown>>()
  const began = performance.now()
  let [turn, count] = [0, 0]
  while (!isOver(count)) {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; count < due && !isOver(count); count++) {
      const teacher = teachers[turn++ % teachers.length] as Teacher
      if (teacher.isBusy) continue
      teacher.isBusy = true
      const acting = act(teacher).finally(() => {
        teacher.isBusy = false
        acts.delete(acting)
      })
      acts.add(acting)
    }
    await pause(10)
  }
  await Promise.all(acts)
}

const inParallel = async <T>(items: readonly T[], act: (item: T) => Promise<void>) => {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: FILL_AT_ONCE }, worker))
}

type Size = { servers: number; teachers: number; bellSeconds: number; isSynchronous: boolean; say: (text: string) => void }
export type Soaked = {
  phases: readonly Phase[]
  faults: ReadonlyMap<string, number>
  /** Days that don't show their teacher's last confirmed save. */
  missing: number
  /** Size of the database. */
  bytes: number
  /** Servers that couldn't finish their calls in time when they were restarted. */
  unfinished: number
}

export const soakServers = async ({ servers, teachers: count, bellSeconds, isSynchronous, say }: Size): Promise<Soaked> => {
  const cluster = await startCluster({ count: servers, isSynchronous })
  const client = openClient(cluster.origin)
  const tally = makeTally()
  const teachers: Teacher[] = []
  try {
    say(`${count} teachers get 25 days of lessons each`)
    for (let left = count; left > 0; left -= SCHOOL_SIZE)
      for (const token of await fillSchool(cluster.databaseUrl(), Math.min(left, SCHOOL_SIZE)))
        teachers.push(makeTeacher(token, { client, tally }))
    await inParallel(teachers, ({ fill }) => fill())
    await query(cluster.databaseUrl(), 'vacuum analyze')

    const phase = async (name: string, work: () => Promise<unknown>) => {
      say(name)
      await tally.during(name, cluster.processorTime, work)
    }
    await phase('first bell: open', () =>
      arrive(
        teachers,
        count / bellSeconds,
        (acts) => acts === count,
        ({ open }) => open(),
      ),
    )
    await phase('first bell: save', () =>
      arrive(
        teachers,
        count / bellSeconds,
        (acts) => acts === count,
        ({ save }) => save(),
      ),
    )
    for (const [name, act] of troublesOf(cluster)) await phase(name, () => besideLoad(teachers, act))

    say('every teacher reads the week again')
    let missing = 0
    await tally.during('reading back', cluster.processorTime, () =>
      inParallel(teachers, async (teacher) => {
        missing += (await teacher.missing()).length
      }),
    )
    const ids = tally.confirmed.map(({ operationId }) => operationId)
    const kept = await query(cluster.databaseUrl(), 'select id from calendar_operations where id = any($1)', [ids])
    tally.lose(new Set(kept.map(({ id }) => id)))
    const [{ bytes }] = await query(cluster.databaseUrl(), 'select pg_database_size(current_database())::float8 as bytes')
    return { phases: tally.phases, faults: tally.faults, missing, bytes, unfinished: cluster.unfinished() }
  } finally {
    for (const teacher of teachers) teacher.leave()
    client.close()
    await cluster.stop()
  }
}

const troublesOf = ({ restartServers, killServer, restartPostgres, promoteReplica }: Cluster) =>
  [
    ['nothing else', () => pause(AROUND_MS)],
    ['rolling restart', restartServers],
    ['kill -9 of a server', killServer],
    ['PostgreSQL restarts', () => restartPostgres('fast')],
    ['PostgreSQL crashes', () => restartPostgres('immediate')],
    ['promotion', promoteReplica],
  ] as const

/** Does something while teachers read and save. */
const besideLoad = async (teachers: readonly Teacher[], act: () => Promise<unknown>) => {
  let isOver = false
  const acting = (async () => {
    await pause(AROUND_MS)
    await act()
    await pause(AROUND_MS)
  })().finally(() => {
    isOver = true
  })
  await Promise.all([
    acting,
    arrive(
      teachers,
      teachers.length / SECONDS_PER_SAVE,
      () => isOver,
      async ({ readWeek, save }) => {
        await readWeek()
        await save()
      },
    ),
  ])
}
