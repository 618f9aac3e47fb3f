/** Tests a planner that stays open over midnight. */
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inPage } from '../page.tsx'

inPage()

test('parts of the page that learn of the new day one after the other don’t make each other render', async () => {
  const { usePlannerAddress } = await import('#web/features/calendar/navigation/shown-date.ts')
  history.replaceState(null, '', '/dashboard')
  const renders: string[] = []
  const Part = ({ today }: { today: string }) => {
    renders.push(usePlannerAddress(today).date)
    return null
  }
  render(
    <>
      <Part today="2026-11-18" />
      <Part today="2026-11-19" />
    </>,
  )
  act(() => void window.dispatchEvent(new Event('popstate')))
  expect(renders).toEqual(['2026-11-18', '2026-11-19'])
})
