/** What page tests of the planner share: a week in which nothing else is planned, its days as they are shown and as they are kept. */
import { expect, onTestFinished, vi } from 'vitest'
import { call } from '../app.ts'
import { fireEvent, openPage, waitFor, within } from '../page.tsx'
import { fetchFromApp, type Person } from '../tab.ts'

/** The Wednesday of the week. */
export const WEDNESDAY = '2026-11-18'

export const block = (title: string, startTime = '08:00', endTime = '09:00') => ({
  id: `block_${title.replace(/\W/g, '')}`,
  title,
  description: `<p>${title}</p>`,
  startTime,
  endTime,
})

export const storeDay = async ({ token }: Person, day: object): Promise<void> => {
  const { status } = await call('POST', '/api/calendar', { token, body: { date: WEDNESDAY, ...day } })
  expect(status).toBeLessThan(300)
}

/** The day as the server keeps it; undefined when it holds nothing. */
export const storedDay = async ({ token }: Person, date = WEDNESDAY) => (await call('GET', `/api/calendar?date=${date}`, { token })).body[0]

/** Waits until the server keeps these lessons of a day: the page shows a change before it is kept. */
export const untilKept = (teacher: Person, titles: readonly string[] | undefined, date = WEDNESDAY): Promise<void> =>
  waitFor(async () => {
    const day = await storedDay(teacher, date)
    expect(day?.blocks.map(({ title }: { title: string }) => title)).toEqual(titles)
  })

export const dayOf = (date = WEDNESDAY): HTMLElement => {
  const day = document.querySelector<HTMLElement>(`section[data-date="${date}"]`)
  if (!day) throw new Error(`${date} is not shown`)
  return day
}
export const lessonsOf = (date = WEDNESDAY): HTMLElement[] => [...dayOf(date).querySelectorAll<HTMLElement>('[data-block-id]')]
/** Waits until the week shows these lessons of a day. */
export const untilShown = (titles: readonly string[], date = WEDNESDAY): Promise<void> =>
  waitFor(() => expect(lessonsOf(date).map((lesson) => lesson.querySelector('.lesson-card-title')?.textContent)).toEqual(titles))
/** Waits until something of a lesson shows, and returns it. */
export const lesson = (title: string, date = WEDNESDAY): Promise<HTMLElement> =>
  waitFor(() => {
    const found = lessonsOf(date).find((one) => one.textContent?.includes(title))
    if (!found) throw new Error(`${title} is not shown`)
    return found
  })

/** Opens the week, and waits until its days are there. */
export const openWeek = async (teacher: Person, date = WEDNESDAY) => {
  const user = await openPage(`/dashboard?view=week&date=${date}`, teacher)
  await waitFor(() => dayOf(date))
  return user
}

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''

/** Waits for an element of this role, and returns queries within it. By its attribute: to compute every role of a planner takes jsdom seconds. */
const the = (role: string, name: string | undefined) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(`[role=${role}]`)].find((one) => name === undefined || nameOf(one) === name)
    if (!found) throw new Error(`There is no ${role} ${name ?? ''}`)
    return within(found)
  })
export const theDialog = (name?: string) => the('dialog', name)
export const theQuestion = (name: string) => the('alertdialog', name)
export const theMenu = () => the('menu', undefined)
const hasDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null
export const untilClosed = (): Promise<void> => waitFor(() => expect(hasDialog()).toBe(false))

/** Opens the dialog of a new lesson. */
export const openNew = async (date = WEDNESDAY) => {
  fireEvent.click(within(dayOf(date)).getByLabelText(/^Add a lesson on/))
  return theDialog('Create Time Block')
}

/** Sets a field at once, as pasting into it does. */
export const fill = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } })

type Answered = { method?: string; path: RegExp; status?: number; body?: object }

/** Until the test ends or calls it off, answers such calls in the server's place; without a status they never arrive. */
export const answer = ({ method = 'GET', path, status, body = BROKEN }: Answered): (() => void) => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') !== method || !path.test(address)) return fetchFromApp(address, init)
    if (status === undefined) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  const callOff = () => void vi.stubGlobal('fetch', fetchFromApp)
  onTestFinished(callOff)
  return callOff
}
const BROKEN = { code: 'broken', message: 'Something went wrong on our end. Please try again.' }
