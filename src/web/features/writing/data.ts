import { skipToken, useQuery } from '@tanstack/react-query'
import { type AiEvent, type AiRequest, ai } from '#shared/writing/contract.ts'
import { client, openStream, RefusedCall } from '#web/lib/net/api.ts'
import { readEvents } from '#web/lib/net/event-stream.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(ai)
const STATUS_KEY = ['ai-status']
/**
 * Longer than the server's own timeout. The server times out after 30 seconds without a token, retries once if no token has arrived yet,
 * and then reports the failure.
 */
const SILENCE_MS = 75_000

/** Returns the user's AI allowance for this month. Refetches on every mount. */
export const useAiStatus = (enabled: boolean) =>
  useQuery({ queryKey: STATUS_KEY, queryFn: () => api.aiStatus(), enabled, refetchOnMount: 'always' })

/** Returns the recipient and the exact messages that a request would send. Disabled without a request. */
export const useSentMessages = (request: AiRequest | undefined) =>
  useQuery({
    queryKey: ['ai-preview', request],
    queryFn: request ? () => api.aiPreview({ body: request }) : skipToken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** How a draft ended, with the text received so far as lesson HTML. `refusal` is set if the request was refused or failed. */
export type EndedAnswer = { is: 'whole' | 'stopped' | 'failed'; html: string; refusal?: RefusedCall | undefined }

type Writing = {
  /** Stops the draft when it aborts. */
  signal: AbortSignal
  /** Converts Markdown to lesson HTML. Passed in, so that the editor loads without the converter. */
  htmlOf: (markdown: string) => string
  /**
   * Called each time text arrives, with a function that converts all text so far. The conversion is lazy because converting on every chunk
   * would be too slow.
   */
  onMore: (html: () => string) => void
}

/** Streams a draft. Never rejects. */
export const writeAnswer = async (request: AiRequest, { signal, htmlOf, onMore }: Writing): Promise<EndedAnswer> => {
  let markdown = ''
  let ended: EndedAnswer | undefined
  let refusal: RefusedCall | undefined
  const html = () => htmlOf(markdown)
  const handleEvent = (event: AiEvent) => {
    if (event.kind === 'text') {
      markdown += event.text
      onMore(html)
    } else ended = { is: event.kind === 'done' && event.content !== '' ? 'whole' : 'failed', html: event.content || html() }
  }
  const open = (line: AbortSignal) => openStream(ai.generateStream, { body: request }, line)
  try {
    await readEvents({ open, signal, silenceMs: SILENCE_MS, onEvent: handleEvent })
  } catch (error) {
    // Any other error means that the connection was lost.
    if (error instanceof RefusedCall) refusal = error
  }
  void queryClient.invalidateQueries({ queryKey: STATUS_KEY })
  return ended ?? { is: signal.aborted ? 'stopped' : 'failed', html: html(), refusal }
}
