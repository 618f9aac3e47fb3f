/**
 * Simulates devices with several tabs. Each device has its own storage, locks, clock and network. A tab can crash between any two writes to
 * the device's database. Builds on the tabs of tab.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import * as fakeIndexedDb from 'fake-indexeddb'
import { afterAll, beforeAll, vi } from 'vitest'
import { Locks } from './locks.ts'
import { fetchFromApp, inBrowser, openTab, type Person, type Tab } from './tab.ts'

const { IDBCursor, IDBDatabase, IDBFactory, IDBObjectStore } = fakeIndexedDb

type Listener = { tab: DeviceTab; name: string; onmessage: ((event: { data: unknown }) => void) | null }
export type Device = {
  database: IDBFactory
  locks: Locks
  storage: Map<string, string>
  listeners: Set<Listener>
  /** How far its clock is wrong, in milliseconds. */
  skew: number
  isOffline: boolean
  /** True if its disk is full. */
  isFull: boolean
}
type DeviceTab = {
  device: Device
  isDead: boolean
  locks: Set<string>
  /** Dies before this many more writes to the store. */
  writesLeft: number
}

const running = new AsyncLocalStorage<DeviceTab>()
const here = (): DeviceTab | undefined => running.getStore()

export const makeDevice = (skew = 0): Device => ({
  database: new IDBFactory(),
  locks: new Locks(),
  storage: new Map(),
  listeners: new Set(),
  skew,
  isOffline: false,
  isFull: false,
})

const die = (tab: DeviceTab): void => {
  tab.isDead = true
  const { device } = tab
  for (const listener of device.listeners) if (listener.tab === tab) device.listeners.delete(listener)
  setImmediate(() => device.locks.end(tab))
}

const never = <T>(): Promise<T> => new Promise(() => undefined)

/** Fails a write if the tab crashes at it, or if the disk is full. */
const beforeWrite = (): void => {
  const tab = here()
  if (!tab) return
  if (tab.writesLeft-- === 0) die(tab)
  if (tab.isDead) throw new DOMException('The tab has crashed', 'AbortError')
  if (tab.device.isFull) throw new DOMException('The disk is full', 'QuotaExceededError')
}

class Channel implements Listener {
  onmessage: Listener['onmessage'] = null
  readonly name: string
  readonly tab: DeviceTab
  constructor(name: string) {
    this.name = name
    const tab = here()
    if (!tab) throw new Error('A channel belongs to a tab')
    this.tab = tab
    tab.device.listeners.add(this)
  }
  postMessage = (data: unknown): void => {
    if (this.tab.isDead) return
    const copy = structuredClone(data)
    for (const other of this.tab.device.listeners)
      if (other !== this && other.name === this.name)
        setImmediate(() => running.run(other.tab, () => other.tab.isDead || other.onmessage?.({ data: copy })))
  }
  close = (): void => void this.tab.device.listeners.delete(this)
}

const fetchOfDevice = async (address: string, options: RequestInit): Promise<Response> => {
  const tab = here()
  if (!tab || tab.isDead) return never()
  if (tab.device.isOffline) throw new TypeError('Failed to fetch')
  // The server isn't part of the tab.
  const reply = await running.exit(() => fetchFromApp(address, options))
  return tab.isDead ? never() : reply
}

const stubGetter = (target: object, name: string, get: () => unknown): void =>
  void Object.defineProperty(target, name, { get, configurable: true })

const patches: (() => void)[] = []
/** Calls `before` before each call of a method. */
const patch = (target: object, name: string, before: () => void): void => {
  const methods = target as Record<string, (...given: unknown[]) => unknown>
  const method = methods[name]
  if (!method) throw new Error(`There is no ${name}`)
  methods[name] = function (this: unknown, ...given: unknown[]) {
    before()
    return method.apply(this, given)
  }
  patches.push(() => {
    methods[name] = method
  })
}

/** Stubs the globals of the browsers. */
export const onDevices = (): void => {
  inBrowser()
  beforeAll(() => {
    for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)
    const { now } = Date
    Date.now = () => now() + (here()?.device.skew ?? 0)
    patches.push(() => {
      Date.now = now
    })
    vi.stubGlobal('fetch', fetchOfDevice)
    vi.stubGlobal('BroadcastChannel', Channel)
    const locks = {
      request: (name: string, ...given: Parameters<Locks['requestAs']> extends [unknown, string, ...infer Rest] ? Rest : never) => {
        const tab = here()
        return !tab || tab.isDead ? never() : tab.device.locks.requestAs(tab, name, ...given)
      },
    }
    vi.stubGlobal('navigator', {
      locks,
      get onLine() {
        return !here()?.device.isOffline
      },
    })
    const storage = {
      getItem: (key: string) => here()?.device.storage.get(key) ?? null,
      setItem: (key: string, value: string) => void (here()?.isDead || here()?.device.storage.set(key, value)),
      removeItem: (key: string) => void (here()?.isDead || here()?.device.storage.delete(key)),
    }
    vi.stubGlobal('localStorage', storage)
    stubGetter(globalThis, 'indexedDB', () => here()?.device.database)
    for (const method of ['add', 'put', 'delete']) patch(IDBObjectStore.prototype, method, beforeWrite)
    for (const method of ['update', 'delete']) patch(IDBCursor.prototype, method, beforeWrite)
    patch(IDBDatabase.prototype, 'transaction', () => {
      if (here()?.isDead) throw new DOMException('The tab has crashed', 'AbortError')
    })
  })
  afterAll(() => {
    for (const undo of patches.splice(0)) undo()
    Reflect.deleteProperty(globalThis, 'indexedDB')
  })
}

/** Opens a tab of the planner on a device. What its functions start belongs to the tab. */
export const openTabOn = async (device: Device, person: Person, answer?: Parameters<typeof openTab>[1]) => {
  const state: DeviceTab = { device, isDead: false, locks: new Set(), writesLeft: Number.POSITIVE_INFINITY }
  const inTab = <T>(job: () => T): T => running.run(state, job)
  const { tab, sendNow } = await inTab(async () => {
    const tab = await openTab(person, answer)
    const outbox = await import('#web/features/calendar/days/outbox/outbox.ts')
    await outbox.openOutbox()
    const { sendNow } = await import('#web/features/calendar/days/outbox/unsent.ts')
    return { tab, sendNow }
  })
  return {
    device,
    tab,
    write: (...given: Parameters<Tab['write']>) => inTab(() => tab.write(...given)),
    look: () => inTab(() => tab.look()),
    sendNow: () => inTab(sendNow),
    /** Does something else in the tab. */
    act: inTab,
    /** Ends the tab at once, as a crash does, or before the nth write to the device's store. */
    crash: (writes = 0) => {
      if (writes === 0) die(state)
      else state.writesLeft = writes
    },
    isDead: () => state.isDead,
  }
}
export type OpenedTab = Awaited<ReturnType<typeof openTabOn>>

/** Returns the edits that a device keeps. */
export const editsOn = async (device: Device, personId: string): Promise<{ edit: unknown; refusal?: unknown }[]> => {
  const all = await device.database.databases()
  const name = `firstbell:${personId}`
  if (!all.some((database) => database.name === name)) return []
  return new Promise((resolve, reject) => {
    const opening = device.database.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const request = opening.result.transaction('edits').objectStore('edits').getAll()
      request.onsuccess = () => {
        opening.result.close()
        resolve(request.result)
      }
      request.onerror = () => reject(request.error)
    }
  })
}
