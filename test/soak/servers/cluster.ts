/** Starts what a district would run: two PostgreSQL servers, several Firstbell servers, and a load balancer. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#test/free-port.ts'
import { startPostgres } from '#test/postgres.mjs'
import { type RunningServer, startServer } from '#test/server.ts'
import { secondsOf } from './processor-time.ts'
import { startProxy } from './proxy.ts'
import { startRelay } from './relay.ts'
import type { ProcessorTime } from './tally.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Longer than the proxy takes to notice that a server is stopping. */
const DRAIN_SECONDS = '1'

export const query = async (url: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited for a minute: ${isSo}`)
    await pause(50)
  }
}

/** Starts a durable PostgreSQL server and its streaming replica. */
const startPair = async (isSynchronous: boolean) => {
  const primary = await startPostgres({ isDurable: true })
  const replica = await startPostgres({ isDurable: true, copyOf: primary.url })
  const isStreaming = () =>
    query(primary.url, `select 1 from pg_stat_replication where state = 'streaming'`).then(({ length }) => length === 1)
  if (isSynchronous) {
    await query(primary.url, `alter system set synchronous_standby_names = 'replica'`)
    await query(primary.url, 'select pg_reload_conf()')
  }
  await until(isStreaming)
  return { primary, replica, isStreaming }
}

/** Starts servers on one address. A server that ends can start again on its port. */
const startServers = async (count: number, databaseUrl: string, folder: string) => {
  const common = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    KEYS: randomBytes(32).toString('base64'),
    DRAIN_SECONDS,
    LOG_LEVEL: 'info',
    SUBSCRIPTIONS: 'off',
  }
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const startOne = (port: number) => startServer({ ...common, PORT: String(port) }, [])
  // The first one creates the tables.
  const servers: RunningServer[] = []
  for (const port of ports) servers.push(await startOne(port))
  /** Processor time of servers that have ended. */
  let past = 0
  return {
    origins: servers.map(({ origin }) => origin),
    seconds: () => past + servers.reduce((sum, { child }) => sum + secondsOf(child.pid), 0),
    end: async (number: number, signal: 'SIGTERM' | 'SIGKILL') => {
      const server = servers[number] as RunningServer
      past += secondsOf(server.child.pid)
      return server.end(signal)
    },
    begin: async (number: number) => {
      servers[number] = await startOne(ports[number] as number)
    },
    endAll: () => Promise.all(servers.map((server) => server.end('SIGKILL'))),
  }
}

export const startCluster = async ({ count, isSynchronous }: { count: number; isSynchronous: boolean }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-servers-'))
  const { primary, replica, isStreaming } = await startPair(isSynchronous)
  const relay = await startRelay(primary.url)
  const servers = await startServers(count, relay.url, folder)
  const proxy = await startProxy(servers.origins)
  const allReady = () => until(() => proxy.ready.size === count)
  await allReady()
  let isPromoted = false
  let unfinished = 0
  const postgresSeconds = () => secondsOf((isPromoted ? replica : primary).pid())
  /** What the primary's earlier processes used. */
  let pastSeconds = 0
  return {
    origin: proxy.origin,
    databaseUrl: () => (isPromoted ? replica.url : primary.url),
    processorTime: (): ProcessorTime => ({ servers: servers.seconds(), postgres: pastSeconds + postgresSeconds() }),
    /** The number of restarted servers that couldn't finish their calls in time. */
    unfinished: () => unfinished,
    /** Stops and starts one server after the other. */
    restartServers: async () => {
      for (let number = 0; number < count; number++) {
        if ((await servers.end(number, 'SIGTERM')) !== 0) unfinished += 1
        await servers.begin(number)
        await allReady()
      }
    },
    killServer: async () => {
      await servers.end(0, 'SIGKILL')
      await pause(5000)
      await servers.begin(0)
      await allReady()
    },
    restartPostgres: async (how: 'fast' | 'immediate') => {
      pastSeconds += postgresSeconds()
      await primary.restart(how)
      await until(isStreaming)
      await allReady()
    },
    /** Kills the primary, promotes the replica, and only then leads the servers to it. */
    promoteReplica: async () => {
      pastSeconds += postgresSeconds()
      await primary.kill()
      await query(replica.url, 'select pg_promote()')
      isPromoted = true
      pastSeconds -= postgresSeconds()
      relay.pointTo(replica.url)
      await allReady()
    },
    stop: async () => {
      await servers.endAll()
      await proxy.stop()
      await relay.stop()
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
