import { useEffect, useRef } from 'react'
import { type BlockDraft, isChanged } from '#web/features/calendar/model/block-draft.ts'
import { dropDraft, type InitialDraft, keepDraft } from './kept-drafts.ts'

/** Milliseconds from the last keystroke to the save. A crash loses at most this much typing. */
const PAUSE_MS = 400

/**
 * Stores what is typed on this device: after a pause in typing, when the page is hidden or left, and when the dialog
 * unmounts. Call `touch` after each edit, and `drop` to delete the draft.
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
