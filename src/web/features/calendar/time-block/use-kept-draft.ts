import { useEffect, useRef } from 'react'
import { type BlockDraft, isChanged } from '#web/features/calendar/model/block-draft.ts'
import { dropDraft, type InitialDraft, keepDraft } from './kept-drafts.ts'

/**
 * Debounce delay between the last keystroke and the save, in milliseconds. A crash loses the text typed since the last pause of this
 * length.
 */
const PAUSE_MS = 400

/**
 * Stores typed text on this device: after a pause in typing, when the user hides or leaves the page, and when the dialog unmounts. Call
 * `touch` after each edit, and `drop` to delete the draft.
 */
export const useKeptDraft = ({ place, from }: InitialDraft, isNew: boolean, read: () => BlockDraft) => {
  const latest = useRef(read)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = read
  })
  const keep = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    const draft = latest.current()
    if (isChanged(draft, from)) keepDraft(place, { draft, from, isNew, at: Date.now() })
    else dropDraft(place)
  }
  const lastKeep = useRef(keep)
  useEffect(() => {
    lastKeep.current = keep
  })
  useEffect(() => {
    const keepNow = () => lastKeep.current()
    window.addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
      keepNow()
    }
  }, [])
  return {
    touch: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => lastKeep.current(), PAUSE_MS)
    },
    drop: () => {
      clearTimeout(timer.current)
      timer.current = undefined
      dropDraft(place)
    },
  }
}
