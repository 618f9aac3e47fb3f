/** Tests "Other calendars" in the preferences: the addresses from which calendar programs read a planner. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aClass } from '#server/features/classes/samples.ts'
import { aSchoolWith } from '#server/features/schools/samples.ts'
import { app, call, clock, db } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, pressInAccountMenu, screen, waitFor, within } from '../page.tsx'
import { refuse, withAnswers } from '../page-answers.ts'
import type { Person } from '../tab.ts'

inPage()
withAnswers()

type User = Awaited<ReturnType<typeof openPage>>
let maya: Person
beforeEach(async () => {
  maya = await aTeacherWhoKnowsIt()
})

const openTab = async (person = maya) => {
  const user = await openPage('/dashboard?view=week&date=2026-11-18', person)
  await pressInAccountMenu(user, 'Preferences')
  await user.click(await screen.findByRole('tab', { name: 'Other calendars' }))
  return user
}
const SHOW = { name: 'Show my planner in another calendar' }
const turnOn = async (user: User) => {
  await user.click(await screen.findByRole('switch', SHOW))
  await screen.findByText('Copy address')
}
const feeds = async (): Promise<{ id: string; url: string; include: object; classId: string | null; school: boolean }[]> =>
  (await call('GET', '/api/feeds', { token: maya.token })).body
const isRead = async (url: string) => (await app.inject({ method: 'GET', url: new URL(url).pathname })).statusCode === 200
const urlOf = async () => (await feeds())[0]?.url ?? ''
const answer = async (user: User, text: string) => user.click(within(await screen.findByRole('alertdialog')).getByText(text))

describe('a teacher who shows the planner in another calendar', () => {
  test('gets a covered address, which they show, copy and add to each program', async () => {
    const user = await openTab()
    await turnOn(user)
    const url = await urlOf()
    expect(screen.queryByText(url)).toBeNull()
    screen.getByText(`${url.slice(0, -22)}••••••••••••.ics`)
    await user.click(screen.getByText('Show'))
    screen.getByText(url)
    await user.click(screen.getByText('Copy address'))
    await screen.findByText('Address copied')
    const hrefOf = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).href
    const coded = encodeURIComponent(url)
    expect(hrefOf('Add to Google Calendar')).toBe(`https://calendar.google.com/calendar/r?cid=${coded.replace('http%3A', 'webcal%3A')}`)
    expect(hrefOf('Add to Apple Calendar')).toBe(url.replace('http:', 'webcal:'))
    expect(hrefOf('Add to Outlook')).toContain(`https://outlook.office.com/calendar/0/addfromweb?url=${coded}&name=`)
    expect(hrefOf('With a personal account')).toContain('https://outlook.live.com/')
    screen.getByText('No calendar has read it yet')
  })

  test('ticks lesson texts, and unticks them again if the server refuses', async () => {
    const user = await openTab()
    await turnOn(user)
    await user.click(screen.getByLabelText(/^Lesson texts/))
    await expect.poll(async () => (await feeds())[0]?.include).toEqual({ text: true, notes: false })
    const [{ id = '' } = {}] = await feeds()
    refuse(`PATCH /api/feeds/${id}`, 503, 'unavailable')
    await user.click(screen.getByLabelText('Day notes'))
    await screen.findByText('Failed to change the address')
    expect(screen.getByLabelText<HTMLInputElement>('Day notes').checked).toBe(false)
    expect((await feeds())[0]?.include).toEqual({ text: true, notes: false })
  })

  test('reads when and by which program it was last read', async () => {
    const user = await openTab()
    await turnOn(user)
    await app.inject({ method: 'GET', url: new URL(await urlOf()).pathname, headers: { 'user-agent': 'Google-Calendar-Importer' } })
    await user.click(screen.getByRole('tab', { name: 'Look' }))
    await user.click(screen.getByRole('tab', { name: 'Other calendars' }))
    await screen.findByText(/^Last read today, 9:00.AM, by Google Calendar$/)
  })

  test('renews the address after a question, and keeps the old one with the other answer', async () => {
    const user = await openTab()
    await turnOn(user)
    const old = await urlOf()
    await user.click(screen.getByText('Renew address…'))
    await answer(user, 'Keep the old one')
    expect(await urlOf()).toBe(old)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Renew address…'))
    await user.keyboard('{Enter}')
    await answer(user, 'Renew')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Renew address…'))
    await screen.findByText('The address is new')
    const renewed = await urlOf()
    expect([renewed === old, await isRead(old), await isRead(renewed)]).toEqual([false, false, true])
    screen.getByText(`${renewed.slice(0, -22)}••••••••••••.ics`)
  })

  test('turns the address off after a question', async () => {
    const user = await openTab()
    await turnOn(user)
    expect(document.activeElement).toBe(screen.getByRole('switch', SHOW))
    await user.keyboard(' ')
    await answer(user, 'Turn off')
    await waitFor(() => expect(screen.queryByText('Copy address')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('switch', SHOW)))
    expect(await feeds()).toEqual([])
  })

  test('makes further addresses of one class and of the school’s days off', async () => {
    const school = await aSchoolWith(db, { name: 'Lincoln', now: clock() })
    maya = school.administrator as Person
    await call('PATCH', '/api/user', { token: maya.token, body: { showTutorial: false } })
    const { id } = await aClass(db, { owner: maya.userId, name: 'Math', now: clock() })
    const user = await openTab()
    await user.selectOptions(await screen.findByLabelText('What to show'), await screen.findByText('Only Math'))
    await user.click(screen.getByRole('switch', { name: 'Show this in another calendar' }))
    await screen.findByText('Lessons of Math, with title and time')
    expect(screen.queryByLabelText('Day notes')).toBeNull()
    await user.selectOptions(screen.getByLabelText('What to show'), await screen.findByText('Days off of Lincoln'))
    await user.click(screen.getByRole('switch', { name: 'Show this in another calendar' }))
    await screen.findByLabelText('The school’s notes')
    screen.getByText('Only Math (on)')
    const made = (await feeds()).map(({ classId, school }) => `${classId} ${school}`)
    expect(made.sort()).toEqual([`${id} false`, 'null true'].sort())
  })
})

test('a guest is told that an account is needed', async () => {
  const { body } = await call('POST', '/api/auth/guest', { body: { timezone: 'America/New_York' } })
  await call('PATCH', '/api/user', { token: body.token, body: { showTutorial: false } })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await openTab({ userId: body.user.id, token: body.token, email: '' } as Person)
  await screen.findByText('With an account, Google, Apple or Outlook can show your planner.')
  expect(screen.queryByRole('switch', SHOW)).toBeNull()
})
