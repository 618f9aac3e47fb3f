import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { allCommands, awaitCommand, type Command, useCommands } from '#web/lib/input/commands.ts'
import { areKeysTaken, isPressOf, isSingleKey } from '#web/lib/input/shortcut.ts'
import { areSingleKeysOff } from '#web/lib/input/single-keys.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { createStore } from '#web/lib/store.ts'
import { useIsDrawn } from '#web/lib/time/when-drawn.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import type { ShellDialog } from './shell-commands.tsx'

const SearchPart = lazyPart(async () => (await import('#web/features/search/search-overlay.tsx')).SearchOverlay)
const ShellCommandsPart = lazyPart(async () => (await import('./shell-commands.tsx')).ShellCommands)

/** The shortest time between two runs of a command whose key is held down, in milliseconds: about ten weeks a second. */
const PACE_MS = 90
/** Whether the last command is on screen and a held key may run it again. */
const isPainted = createStore(true)

/** Runs a command. While a key is held down, skips its repeats until the browser has painted the last run. */
const runPaced = ({ run }: Command, isRepeat: boolean): void => {
  if (isRepeat && !isPainted.get()) return
  isPainted.set(false)
  run()
  setTimeout(() => {
    // The browser starts the second frame only when the first is on screen.
    requestAnimationFrame(() => requestAnimationFrame(() => isPainted.set(true)))
  }, PACE_MS)
}

const handleKeys = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || areKeysTaken(event)) return
  const isPressed = (command: Command) => command.key !== undefined && isPressOf(command.key, event)
  const pressed = allCommands().find(isPressed)
  const isOff = (command: Command) => isSingleKey(command) && areSingleKeysOff.get()
  const { href } = location
  // The commands that load after a page is on screen run a key that was pressed on that page before.
  if (!pressed && /^(?:.|Arrow.*)$/.test(event.key))
    awaitCommand((command) => location.href === href && isPressed(command) && !isOff(command))
  if (!pressed || isOff(pressed)) return
  event.preventDefault()
  runPaced(pressed, event.repeat)
}

type AheadProps = { onType: (change: (typed: string) => string) => void; onClose: () => void }

/**
 * Shown in place of the search while its files load. Captures what the teacher types. Ignores Enter, because the results aren't visible
 * yet.
 */
const TypedAhead = ({ onType, onClose }: AheadProps) => {
  // Uses a layout effect so that no keystroke is lost before the listener is attached. Stays active until the search's text field has
  // focus.
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || areKeysTaken(event)) return
      // Otherwise, the key press could activate the focused button.
      event.preventDefault()
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') onType((typed) => typed.slice(0, -1))
      else if (event.key.length === 1) onType((typed) => typed + event.key)
    }
    window.addEventListener('keydown', take)
    return () => window.removeEventListener('keydown', take)
  }, [onType, onClose])
  return null
}

/** Handles the shortcuts of all commands, and the search. The shell's other commands load once the page is on screen. */
export const CommandKeys = () => {
  const [open, setOpen] = useState<ShellDialog | 'search'>()
  const isDrawn = useIsDrawn()
  const [typed, setTyped] = useState('')
  const openSearch = (words: string) => {
    setTyped(words)
    setOpen('search')
  }
  const close = () => setOpen(undefined)
  const commands: Command[] = [
    { id: 'search', label: 'Search lessons', group: 'Plan', key: '/', run: () => openSearch('') },
    { id: 'palette', label: 'Search or jump to', group: 'Help', key: 'Mod+k', run: () => openSearch('') },
  ]
  useCommands(commands)

  // Uses a layout effect so shortcuts work as soon as the page is visible.
  useLayoutEffect(() => {
    // While a dialog is still loading, keystrokes are meant for it.
    if (open) return undefined
    window.addEventListener('keydown', handleKeys)
    return () => window.removeEventListener('keydown', handleKeys)
  }, [open])
  useEffect(() => whenIdle(() => void SearchPart.preload()), [])

  return (
    <>
      {isDrawn && (
        <Suspense>
          <ShellCommandsPart opened={open === 'search' ? undefined : open} onOpen={setOpen} onSearch={openSearch} onClose={close} />
        </Suspense>
      )}
      {open === 'search' && (
        <Suspense fallback={<TypedAhead onType={setTyped} onClose={close} />}>
          <SearchPart typed={typed} onType={setTyped} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
