import { skipToken, useQuery } from '@tanstack/react-query'
import { htmlOfMarkdown } from '#shared/markdown.ts'
import { type AiEvent, type AiRequest, ai } from '#shared/writing/contract.ts'
import { client, openStream, RefusedCall } from '#web/lib/api.ts'
import { readEvents } from '#web/lib/event-stream.ts'
import { queryClient } from '#web/lib/query-client.ts'

const api = client(ai)
const STATUS_KEY = ['ai-status']
/** The server gives up after thirty seconds without a token, once more where nothing has come yet; it says so then. */
const SILENCE_MS = 75_000

/** Returns what the person has of AI this month; asked again each time it is shown. */
export const useAiStatus = (enabled: boolean) =>
  useQuery({ queryKey: STATUS_KEY, queryFn: () => api.aiStatus(), enabled, refetchOnMount: 'always' })

/** Returns exactly what would be sent for a request, and to whom; nothing without one. */
export const useSentMessages = (request: AiRequest | undefined) =>
  useQuery({
    queryKey: ['ai-preview', request],
    queryFn: request ? () => api.aiPreview({ body: request }) : skipToken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** How an answer ended, with what has come of it as lesson HTML; a refusal where a call was refused or did not arrive. */
export type EndedAnswer = { is: 'whole' | 'stopped' | 'failed'; html: string; refusal?: RefusedCall | undefined }

/** Has an answer written. Calls back with what makes lesson HTML to look at of all that has come so far: for each piece it would take too long. Stops when `signal` aborts. Never rejects. */
export const writeAnswer = async (request: AiRequest, signal: AbortSignal, onMore: (html: () => string) => void): Promise<EndedAnswer> => {
  let markdown = ''
  let ended: EndedAnswer | undefined
  let refusal: RefusedCall | undefined
  const html = () => htmlOfMarkdown(markdown)
  const hear = (event: AiEvent) => {
    if (event.kind === 'text') {
      markdown += event.text
      onMore(html)
    } else ended = { is: event.kind === 'done' && event.content !== '' ? 'whole' : 'failed', html: event.content || html() }
  }
  const open = (line: AbortSignal) => openStream(ai.generateStream, { body: request }, line)
  try {
    await readEvents({ open, signal, silenceMs: SILENCE_MS, onEvent: hear })
  } catch (error) {
    // What is no refusal is a line that went dead.
    if (error instanceof RefusedCall) refusal = error
  }
  void queryClient.invalidateQueries({ queryKey: STATUS_KEY })
  return ended ?? { is: signal.aborted ? 'stopped' : 'failed', html: html(), refusal }
}
