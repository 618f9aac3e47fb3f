/** Calls to outside services for the doctor. */

/** The service didn't respond. The message is a code, such as ENOTFOUND. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export type Answer = { status: number; body: unknown; date: Date | undefined }

type Question = { signal: AbortSignal; headers?: Record<string, string>; form?: Record<string, string> }

/** Returns a service's answer, whatever its status. Follows no redirects. Throws {@link Unreachable}. */
export const ask = async (url: string, { signal, headers = {}, form }: Question): Promise<Answer> => {
  try {
    const reply = await fetch(url, {
      headers,
      redirect: 'manual',
      signal,
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    const text = await reply.text()
    const date = new Date(reply.headers.get('date') ?? Number.NaN)
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      body = undefined
    }
    return { status: reply.status, body, date: Number.isNaN(date.getTime()) ? undefined : date }
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string }
    throw new Unreachable(cause?.code ?? name)
  }
}
