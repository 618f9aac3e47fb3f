/** Simulated failures between our server and Stripe. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * - `slow`: responds after a delay.
 * - `error`: 500, without executing the call.
 * - `garbage`: 200 with a page instead of JSON, without executing the call.
 * - `limited`: 429, without executing the call.
 * - `down`: the connection breaks, without executing the call.
 * - `lost`: executes the call, but the connection breaks before the response.
 */
export type TroubleKind = 'slow' | 'error' | 'garbage' | 'limited' | 'down' | 'lost'

export type Trouble = {
  kind: TroubleKind
  /** How many calls fail. By default, all calls fail until {@link Troubles.end} is called. */
  times?: number
  /** Which calls fail: 'POST /v1/checkout/sessions', or part of that. Defaults to all calls. */
  calls?: string
  /** Delay in milliseconds. */
  ms?: number
}

export class Troubles {
  present: Trouble | null = null

  begin(trouble: Trouble): void {
    this.present = { ...trouble }
  }

  end(): void {
    this.present = null
  }

  /** Returns the fault to inject into this call, and counts the call. */
  of(method: string, path: string): Trouble | null {
    const trouble = this.present
    if (!trouble || !`${method} ${path}`.includes(trouble.calls ?? '')) return null
    if (trouble.times !== undefined && --trouble.times <= 0) this.present = null
    return trouble
  }
}

/** Fails a call before it's executed, or delays it. Returns true if the call failed. */
export const troubleBefore = async (trouble: Trouble, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
  if (trouble.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, trouble.ms ?? 10_000).unref())
  if (trouble.kind === 'down') request.socket.destroy()
  if (trouble.kind === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Bad gateway</h1>')
  const error = { error: { type: 'api_error', message: 'An unknown error occurred.' } }
  if (trouble.kind === 'error') response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(error))
  const limited = { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' } }
  if (trouble.kind === 'limited') response.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify(limited))
  return trouble.kind !== 'slow' && trouble.kind !== 'lost'
}
