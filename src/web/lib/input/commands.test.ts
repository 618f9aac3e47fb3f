import { expect, test, vi } from 'vitest'
import { askedFor, rankOf } from './asked-commands.ts'
import { type Command, registerCommands, runCommand } from './commands.ts'
import { isPressOf, isSingleKey, keyName } from './shortcut.ts'

const dark: Command = { id: 'theme', label: 'Use dark theme', group: 'Settings', words: 'night colours', run: () => undefined }

test.each([
  ['', 1],
  ['use da', 0],
  ['dark', 1],
  ['THEME da', 1],
  ['night', 2],
  ['dark night', 2],
  ['ark', null],
  ['dark mode', null],
])('a teacher who types %j finds the dark theme with rank %s', (typed, rank) => {
  expect(rankOf(dark, typed)).toBe(rank)
})

test('“undo” lists Undo above commands that only mention it', () => {
  const commands = [
    { label: 'Day history', words: 'undo earlier' },
    { label: 'Redo or Undo', words: '' },
    { label: 'Undo', words: 'take back' },
  ]
  expect(askedFor(commands, 'undo').map(({ label }) => label)).toEqual(['Undo', 'Redo or Undo', 'Day history'])
})

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test.each([
  ['t', press('t'), true],
  // Caps Lock
  ['t', press('T'), true],
  ['t', press('T', { shiftKey: true }), false],
  ['t', press('t', { ctrlKey: true }), false],
  ['?', press('?', { shiftKey: true }), true],
  ['?', press('?', { altKey: true }), false],
  ['ArrowLeft', press('ArrowLeft'), true],
  ['ArrowLeft', press('ArrowLeft', { altKey: true }), false],
  ['ArrowLeft', press('ArrowLeft', { shiftKey: true }), false],
  ['Mod+k', press('k', { ctrlKey: true }), true],
  ['Mod+k', press('k', { metaKey: true }), true],
  ['Mod+k', press('k'), false],
  ['Mod+k', press('K', { ctrlKey: true, shiftKey: true }), false],
])('the shortcut %s matches %j: %s', (key, pressed, isIt) => {
  expect(isPressOf(key, pressed)).toBe(isIt)
})

test('keys are labeled as printed on the keyboard', () => {
  expect(['t', '?', 'ArrowLeft', 'Mod+k'].map((key) => keyName(key, false))).toEqual(['T', '?', '←', 'Ctrl+K'])
  expect(keyName('Mod+k', true)).toBe('⌘K')
})

test('a command with Ctrl or without a key isn’t a single-key shortcut', () => {
  expect([dark, { ...dark, key: 'Mod+k' }, { ...dark, key: 'd' }].map(isSingleKey)).toEqual([false, false, true])
})

test.each([
  ['is registered a second later', 1000, 1],
  ['is registered too late', 11_000, 0],
])('a command that %s runs %3$i times', (_when, later, times) => {
  vi.useFakeTimers()
  const run = vi.fn()
  runCommand('theme')
  vi.advanceTimersByTime(later)
  const takeAway = registerCommands({ commands: [{ ...dark, run }] })
  expect(run).toHaveBeenCalledTimes(times)
  takeAway()
  registerCommands({ commands: [{ ...dark, run }] })()
  expect(run).toHaveBeenCalledTimes(times)
  vi.useRealTimers()
})
