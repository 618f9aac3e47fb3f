/** Helpers for the planner's page tests: an otherwise empty week, and its days as shown and as stored. */
import { expect, onTestFinished, vi } from 'vitest'
import { call } from '../app.ts'
import { fireEvent, openPage, waitFor, within } from '../page.tsx'
import { fetchFromApp, type Person } from '../tab.ts'

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

/** Returns the day as stored on the server, or undefined if it's empty. */
export const storedDay = async ({ token }: Person, date = WEDNESDAY) => (await call('GET', `/api/calendar?date=${date}`, { token })).body[0]

/** Waits until the server has stored these lessons for a day, because the page shows changes before they're saved. */
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
/** Waits until the week shows these lessons for a day. */
export const untilShown = (titles: readonly string[], date = WEDNESDAY): Promise<void> =>
  waitFor(() => expect(lessonsOf(date).map((lesson) => lesson.querySelector('.lesson-card-title')?.textContent)).toEqual(titles))
/** Waits until a lesson appears and reacts to keys, whose code loads once the week is on screen. Returns its card. */
export const lesson = (title: string, date = WEDNESDAY): Promise<HTMLElement> =>
  waitFor(() => {
    const found = lessonsOf(date).find((one) => one.textContent?.includes(title))
    if (!found) throw new Error(`${title} is not shown`)
    if (found.closest('.week') && !document.querySelector(':is(.lesson-card, .slot)[tabindex="0"]')) throw new Error('Keys don’t work yet')
    return found
  })

/** Opens the week and waits until its days appear. */
export const openWeek = async (teacher: Person, date = WEDNESDAY) => {
  const user = await openPage(`/dashboard?view=week&date=${date}`, teacher)
  await waitFor(() => dayOf(date))
  return user
}

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''

/** Returns the titles of open dialogs and the texts of toasts, which tell why something else didn't open. */
const said = (): string =>
  [
    ...[...document.querySelectorAll('[role=dialog], [role=alertdialog]')].map(nameOf),
    ...[...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent),
  ]
    .filter(Boolean)
    .join(' | ')

/**
 * Waits for an element with this role and returns queries within it. Matches the attribute, because jsdom takes seconds to compute every
 * role.
 */
const the = (role: string, name: string | undefined) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(`[role=${role}]`)].find((one) => name === undefined || nameOf(one) === name)
    if (!found) throw new Error(`There is no ${role} ${name ?? ''}. The page says: ${said()}`)
    return within(found)
  })
export const theDialog = (name?: string) => the('dialog', name)
export const theQuestion = (name: string) => the('alertdialog', name)
export const theMenu = () => the('menu', undefined)
const hasDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null
export const untilClosed = (): Promise<void> => waitFor(() => expect(hasDialog()).toBe(false))

/** Opens the dialog for a new lesson. */
export const openNew = async (date = WEDNESDAY) => {
  fireEvent.click(within(dayOf(date)).getByLabelText(/^Add a lesson on/))
  return theDialog('Create Time Block')
}

/** Sets a field's value at once, like a paste. */
export const fill = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } })

type Answered = { method?: string; path: RegExp; status?: number; body?: object }

/**
 * Stubs the response to matching calls until the test ends or calls the returned function. Without a status, these calls fail as if
 * offline.
 */
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

/** Makes the app's media queries see a viewport of 390 × 844 pixels, or of another size, until the test ends. */
export const onPhone = (width = 390, height = 844): void => {
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (media: string) => {
    const [, side, px] = /\((?:width|height) (<|>=) (\d+)px\)/.exec(media) ?? []
    const size = media.includes('height') ? height : width
    const matches = side ? (side === '<' ? size < Number(px) : size >= Number(px)) : wide(media).matches
    return Object.assign(new EventTarget(), { media, matches })
  })
  onTestFinished(() => void vi.stubGlobal('matchMedia', wide))
}
