import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

/** A place in the grid. Column -1 holds the times. */
export type Place = { row: number; column: number }
/** What the teacher types into a cell. */
export type Editing = Place & { typed: string }

type GridKeys = {
  rows: number
  columns: number
  textAt: (place: Place) => string
  /** Takes over what was typed. Returns false if it can't be read, so that the teacher corrects it. */
  onType: (place: Place, typed: string) => boolean
  onEmpty: (place: Place) => void
  /** Puts the class of a cell on all days of its row. */
  onFill: (place: Place) => void
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

type Acts = Pick<GridKeys, 'onFill'> & {
  go: (to: Place) => void
  tab: (event: KeyboardEvent, from: Place) => void
}

const isFill = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey)

/** Returns what keys do while the teacher types into a cell. */
const whileEditingWith =
  ({ commit, go, tab, onFill, cancel }: Acts & { commit: (to?: Place) => boolean; cancel: () => void }) =>
  (event: KeyboardEvent, at: Place): void => {
    const below = { row: at.row + 1, column: at.column }
    if (event.key === 'Tab') {
      tab(event, at)
      return
    }
    if (event.key === 'Escape') {
      cancel()
      go(at)
    } else if (isFill(event)) {
      if (commit(below)) onFill(at)
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') commit(below)
    else if (event.key === 'ArrowUp') commit({ row: at.row - 1, column: at.column })
    else return
    event.preventDefault()
  }

type MoveActs = Acts & Pick<GridKeys, 'textAt' | 'onEmpty'> & { edit: (at: Place, typed?: string) => void; last: number; leave: () => void }

/** Returns what keys do while a cell has the focus. */
const whileMovingWith =
  ({ go, edit, tab, textAt, onEmpty, onFill, last, leave }: MoveActs) =>
  (event: KeyboardEvent, at: Place): void => {
    const step = STEPS[event.key]
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    if (event.key === 'Tab') {
      tab(event, at)
      return
    }
    if (isFill(event)) {
      onFill(at)
      go({ row: at.row + 1, column: at.column })
    } else if (isModified) return
    else if (step) go({ row: at.row + step[0], column: at.column + step[1] })
    else if (event.key === 'Home') go({ row: at.row, column: 0 })
    else if (event.key === 'End') go({ row: at.row, column: last })
    else if (event.key === 'Enter' || event.key === 'F2') edit(at)
    else if (event.key === 'Delete' || event.key === 'Backspace') onEmpty(at)
    else if (event.key === 'Escape') leave()
    else if (event.key.length === 1) edit(at, event.key === ' ' ? textAt(at) : event.key)
    else return
    event.preventDefault()
  }

/**
 * Moves through a grid like through a spreadsheet: arrows, Tab and Enter move, typing replaces, F2 edits, Delete empties. Tab leaves the grid
 * from its first and last cell, and from any cell after Escape.
 */
export const useGridKeys = ({ rows, columns, textAt, onType, onEmpty, onFill }: GridKeys) => {
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<Editing | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const wantsFocus = useRef(false)
  const isLeaving = useRef(false)
  const active = { row: Math.min(place.row, rows - 1), column: Math.min(place.column, columns - 1) }

  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return
    wantsFocus.current = false
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${active.row} ${active.column}"]`)
    cell?.focus()
    // The focus alone doesn't always scroll a cell out from under the column of times, which stays in place.
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const go = (to: Place): void => {
    wantsFocus.current = true
    setPlace({ row: Math.max(0, Math.min(rows - 1, to.row)), column: Math.max(-1, Math.min(columns - 1, to.column)) })
  }
  const edit = (at: Place, typed = textAt(at)): void => {
    setPlace(at)
    setEditing({ ...at, typed })
  }
  /** Takes over the typed text, and then moves. */
  const commit = (to?: Place): boolean => {
    if (editing && editing.typed !== textAt(editing) && !onType(editing, editing.typed)) return false
    setEditing(null)
    if (to) go(to)
    return true
  }
  const next = ({ row, column }: Place, step: 1 | -1): Place | null => {
    const at = row * (columns + 1) + column + 1 + step
    return at < 0 || at >= rows * (columns + 1) ? null : { row: Math.floor(at / (columns + 1)), column: (at % (columns + 1)) - 1 }
  }
  const tab = (event: KeyboardEvent, from: Place): void => {
    const to = isLeaving.current ? null : next(from, event.shiftKey ? -1 : 1)
    isLeaving.current = false
    if (!commit(to ?? undefined) || to) event.preventDefault()
  }

  const whileEditing = whileEditingWith({ commit, go, tab, onFill, cancel: () => setEditing(null) })
  const whileMoving = whileMovingWith({
    go,
    edit,
    tab,
    textAt,
    onEmpty,
    onFill,
    last: columns - 1,
    leave: () => {
      isLeaving.current = true
    },
  })

  return {
    table,
    active,
    editing,
    go,
    edit,
    commit,
    type: (typed: string) => setEditing((now) => now && { ...now, typed }),
    handleKey: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      if (event.key !== 'Escape') isLeaving.current = event.key === 'Tab' && isLeaving.current
      if (editing) whileEditing(event, editing)
      else whileMoving(event, active)
    },
  }
}
