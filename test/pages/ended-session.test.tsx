/** Tests what a page does when its session ends while parts of it still render. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { useReducer } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage } from '../page.tsx'
import { hold, withAnswers } from '../page-answers.ts'

inPage()
withAnswers()

test('a part that renders while the session ends still shows its person, until the page leaves', async () => {
  const { SignedIn } = await import('#web/shell/signed-in.tsx')
  const { useUser } = await import('#web/features/people/data.ts')
  const { queryClient, SESSION_KEY } = await import('#web/lib/net/query-client.ts')
  const { token } = await aTeacherWhoKnowsIt()
  const user = (await call('GET', '/api/user', { token })).body
  queryClient.setQueryData(SESSION_KEY, user)
  let renderAgain: () => void = () => undefined
  const Part = () => {
    const [times, next] = useReducer((before: number) => before + 1, 1)
    renderAgain = next
    return `${useUser().email}, ${times}`
  }
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <SignedIn>
        <Part />
      </SignedIn>
    </QueryClientProvider>,
  )
  expect(container.textContent).toBe(`${user.email}, 1`)
  await act(async () => {
    // Parts learn of it in a microtask.
    queryClient.setQueryData(SESSION_KEY, null)
    flushSync(renderAgain)
    expect(container.textContent).toBe(`${user.email}, 2`)
  })
  expect(container.textContent).toBe('')
})

test('a look for alerts that is still loading the day ends with the session, without an error', async () => {
  const { showDueAlerts } = await import('#web/features/calendar/alerts/alerts.ts')
  const { clearSession } = await import('#web/lib/net/session-end.ts')
  const { token } = await aTeacherWhoKnowsIt()
  const user = (await call('GET', '/api/user', { token })).body
  const { queryClient } = await import('#web/lib/net/query-client.ts')
  const letGo = hold('GET /api/calendar')
  const look = showDueAlerts(user, () => undefined)
  expect(queryClient.isFetching()).toBe(1)
  clearSession()
  await expect(look).resolves.toBeUndefined()
  letGo()
})
