/** Tests single-key shortcuts, their help dialog and the command palette. */
import { beforeEach, expect, test } from 'vitest'
import { aTeacherWhoKnowsIt, fireEvent, inPage, screen, waitFor } from '../page.tsx'
import { openWeek, theDialog, untilClosed } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const heading = () => screen.getByText((_, element) => element?.tagName === 'H1').textContent
const untilHeaded = (words: string) => waitFor(() => expect(heading()).toBe(words))
const field = () => screen.findByLabelText('Search lessons, commands, or dates')
/** Enter runs the option that is announced to screen readers. */
const untilChosen = (name: RegExp) =>
  waitFor(() => {
    const chosen = document.querySelector('[role=option][aria-selected=true]')
    expect(chosen?.textContent).toMatch(name)
    expect(screen.getByLabelText('Search lessons, commands, or dates').getAttribute('aria-activedescendant')).toBe(chosen?.id)
  })

test('? lists the shortcuts, and a teacher can turn off single keys', async () => {
  let user = await openWeek(ann)
  await user.keyboard('?')
  const sheet = await theDialog('Keyboard shortcuts')
  for (const [label, key] of [
    ['Today', 'T'],
    ['Previous Week', '←'],
    ['Next Week', '→'],
    ['Week view', 'W'],
    ['Day view', 'D'],
    ['Add lesson', 'N'],
    ['Repeat this week…', 'R'],
    ['Search or jump to', 'Ctrl+K'],
    ['Keyboard shortcuts', '?'],
  ] as const)
    expect((await sheet.findByText(label, { selector: 'dt' })).parentElement?.textContent, label).toContain(key)
  await user.click(sheet.getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.keyboard('{Escape}')
  await untilClosed()
  await user.keyboard('d')
  user = await openWeek(ann)
  await user.keyboard('d')
  await user.keyboard('{Control>}k{/Control}')
  await field()
  expect(window.location.search).toContain('view=week')
})

test('a held arrow key goes to the next week only after the last one is painted', async () => {
  await openWeek(ann)
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  for (let repeats = 0; repeats < 10; repeats++) fireEvent.keyDown(document.body, { key: 'ArrowRight', repeat: true })
  await untilHeaded('Week of November 23, 2026')
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'ArrowRight', repeat: true })
    expect(heading()).toBe('Week of November 30, 2026')
  })
})

test('the command palette finds a command or a date, and returns focus', async () => {
  const user = await openWeek(ann)
  const today = screen.getByText('Today', { selector: 'button' })
  today.focus()
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  await untilChosen(/^Today/)
  await user.keyboard('{ArrowDown}')
  await untilChosen(/^Previous Week/)
  await user.keyboard('week v')
  await untilChosen(/^Week view/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(today))

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'feb 3')
  await untilChosen(/^Wednesday, February 3, 2027/)
  await user.keyboard('{Enter}')
  await untilHeaded('Week of February 1, 2027')

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'no such thing')
  await screen.findByText(/^Nothing matches/)
  await user.keyboard('{Enter}')
  await user.clear(await field())
  await user.type(await field(), 'dark')
  await untilChosen(/^Use dark theme/)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.documentElement.classList.contains('dark')).toBe(true))

  await user.keyboard('{Control>}k{/Control}')
  await field()
  await user.keyboard('{ArrowUp}')
  await untilChosen(/^Keyboard shortcuts/)
  await user.keyboard('{Enter}')
  await theDialog('Keyboard shortcuts')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Today'))
})

test('the palette opens a new time block, and closing the dialog returns focus to where it was', async () => {
  const user = await openWeek(ann)
  const next = screen.getByLabelText('Next Week')
  next.focus()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'add time')
  await untilChosen(/^Add lesson/)
  await user.keyboard('{Enter}')
  await theDialog('Create Time Block')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('arrow keys on the view switch select the view, and letters there are shortcuts', async () => {
  const user = await openWeek(ann)
  screen.getByLabelText('Week').focus()
  await user.keyboard('{ArrowLeft>}')
  await untilHeaded('Wednesday, November 18, 2026')
  await user.keyboard('w')
  await untilHeaded('Week of November 16, 2026')
})
