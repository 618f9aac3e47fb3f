/** The provider's storage: pending sign-ins and grants. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Payload = { grantId?: string; uid?: string; consumed?: number; [more: string]: unknown }
type Row = { payload: Payload; endsAt: number }

/** Models that survive a restart of the stand-in: Drive grants. */
const KEPT = new Set(['RefreshToken', 'Grant'])

export class Store {
  readonly rows = new Map<string, Row>()
  private readonly keptIn: string | undefined

  constructor(keptIn: string | undefined) {
    this.keptIn = keptIn
    if (keptIn === undefined || !existsSync(keptIn)) return
    for (const [key, row] of JSON.parse(readFileSync(keptIn, 'utf8')) as [string, Row][]) this.rows.set(key, row)
  }

  private keep(kind: string): void {
    if (this.keptIn === undefined || !KEPT.has(kind)) return
    const kept = [...this.rows].filter(([key, { endsAt }]) => KEPT.has(key.split(' ')[0] ?? '') && endsAt > Date.now())
    mkdirSync(path.dirname(this.keptIn), { recursive: true })
    writeFileSync(`${this.keptIn}.new`, JSON.stringify(kept))
    renameSync(`${this.keptIn}.new`, this.keptIn)
  }

  /** Returns an oidc-provider adapter for one model. */
  readonly adapterOf = (kind: string) => {
    const find = async (id: string): Promise<Payload | undefined> => {
      const row = this.rows.get(`${kind} ${id}`)
      return row && row.endsAt > Date.now() ? row.payload : undefined
    }
    return {
      find,
      findByUid: async (uid: string) =>
        [...this.rows].find(([key, { payload }]) => key.startsWith(`${kind} `) && payload.uid === uid)?.[1].payload,
      upsert: async (id: string, payload: Payload, expiresIn = Number.POSITIVE_INFINITY): Promise<void> => {
        this.rows.set(`${kind} ${id}`, { payload, endsAt: Date.now() + expiresIn * 1000 })
        this.keep(kind)
      },
      consume: async (id: string): Promise<void> => {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id: string): Promise<void> => {
        this.rows.delete(`${kind} ${id}`)
        this.keep(kind)
      },
      revokeByGrantId: async (grantId: string): Promise<void> => {
        for (const [key, { payload }] of this.rows) if (key.startsWith(`${kind} `) && payload.grantId === grantId) this.rows.delete(key)
        this.keep(kind)
      },
    }
  }
}
