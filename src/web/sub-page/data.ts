/** The page's calls to the server. */
import { type Draft, inputOf } from './report.ts'

/** Reports that the page is visible. Returns false if the server says that the link isn't open. */
export const reportOpening = async (path: string, isNewDevice: boolean): Promise<boolean> => {
  const { status } = await fetch(`${path}/opened`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isNewDevice }),
  })
  return status !== 404
}

/** Returns the hash of the plan as it is now, or null if the link isn't open. Throws without internet. The service worker keeps the page. */
export const planNow = async (path: string): Promise<string | null | undefined> => {
  const reply = await fetch(path, { headers: { accept: 'text/html' } })
  if (reply.status === 404) return null
  return reply.ok ? /data-plan="([\w-]+)"/.exec(await reply.text())?.[1] : undefined
}

/**
 * The result of sending a report: `sent` with its id, `offline` if the server couldn't be reached or is busy, or `refused` with the
 * server's reason.
 */
export type Sending = { result: 'sent'; id: string } | { result: 'offline' } | { result: 'refused'; message: string }

const BUSY = new Set([429, 502, 503, 504, 507])

const send = async (method: 'POST' | 'PUT', address: string, draft: Draft): Promise<Sending & { isFirst?: boolean }> => {
  try {
    const reply = await fetch(address, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': draft.key },
      body: JSON.stringify(inputOf(draft)),
    })
    if (BUSY.has(reply.status)) return { result: 'offline' }
    const { id, message } = (await reply.json()) as { id?: string; message?: string }
    if (reply.ok && id !== undefined) return { result: 'sent', id, isFirst: reply.status === 201 }
    if (reply.status === 404) return { result: 'refused', message: 'This report can’t be sent anymore.' }
    return { result: 'refused', message: message ?? 'The report couldn’t be sent. Try again in a moment.' }
  } catch {
    return { result: 'offline' }
  }
}

/** Sends a report, or a correction of it. Uses the report token, which also works for two days after the link's end. */
export const sendReport = async (draft: Draft): Promise<Sending> => {
  const address = `/s/${draft.reportToken}/report`
  if (draft.id !== undefined) return send('PUT', `${address}/${draft.id}`, draft)
  const first = await send('POST', address, draft)
  // The server has the report from an earlier try, whose reply was lost. This one may say more.
  if (first.result === 'sent' && !first.isFirst) return send('PUT', `${address}/${first.id}`, draft)
  return first
}
