/** Tests the text of a lesson alone, in situations that a whole page can't bring about. */
import { useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LessonEditor } from '#web/features/rich-text/lesson-editor.tsx'
import { inPage, render, screen } from '../page.tsx'

inPage()
afterEach(() => void vi.useRealTimers())

/** Takes so long to draw that the library gives up the editor that it has just made, and makes another one afterward. */
const Slow = () => {
  useLayoutEffect(() => void vi.advanceTimersByTime(10), [])
  return null
}

test('a lesson opens on a device that takes long to draw it', async () => {
  vi.useFakeTimers()
  render(<LessonEditor initial="<p>Halves</p>" takesFocus tools={<Slow />} onEdit={() => undefined} />)
  vi.useRealTimers()
  const text = await screen.findByLabelText('Description')
  expect(text.textContent).toBe('Halves')
  await expect.poll(() => document.activeElement).toBe(text)
})
