import { useEffect, useRef, useState } from 'react'
import { htmlOfMarkdown } from '#shared/markdown.ts'
import type { AiRequest } from '#shared/writing/contract.ts'
import { type EndedAnswer, writeAnswer } from './data.ts'

export type Answer = { is: 'none' } | { is: 'writing'; html: string } | EndedAnswer

const NONE: Answer = { is: 'none' }
/** Minimum milliseconds between renders of an incoming draft. */
const PAUSE_MS = 60

/** Manages the draft for a lesson. Only one draft exists at a time, and closing the dialog stops it. */
export const useAnswer = () => {
  const [answer, setAnswer] = useState<Answer>(NONE)
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  const begin = async (request: AiRequest): Promise<void> => {
    stopper.current?.abort()
    const mine = new AbortController()
    stopper.current = mine
    setAnswer({ is: 'writing', html: '' })
    let timer: ReturnType<typeof setTimeout> | undefined
    let latest = () => ''
    const onMore = (html: () => string) => {
      latest = html
      timer ??= setTimeout(() => {
        timer = undefined
        if (stopper.current === mine && !mine.signal.aborted) setAnswer({ is: 'writing', html: latest() })
      }, PAUSE_MS)
    }
    const ended = await writeAnswer(request, { signal: mine.signal, htmlOf: htmlOfMarkdown, onMore })
    clearTimeout(timer)
    if (stopper.current === mine) setAnswer(ended)
  }
  const stop = () => stopper.current?.abort()
  const drop = () => {
    stop()
    stopper.current = undefined
    setAnswer(NONE)
  }
  return { answer, begin, stop, drop }
}
