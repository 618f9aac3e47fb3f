/** "I'm out today" when something fails, or the teacher closes it too soon. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor } from '../page.tsx'
import { fetchFromApp } from '../tab.ts'
import { block, fill, openWeek, storeDay, theDialog, theQuestion, untilClosed, WEDNESDAY } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  vi.setSystemTime('2026-11-18T11:05:00Z')
  await storeDay(ann, { blocks: [block('Math')] })
  const notes = { emergencyProcedures: '<p>East door</p>', substituteInstructions: '<p>Attendance by 8:15</p>' }
  await call('PATCH', '/api/user', { token: ann.token, body: { ...notes, timezone: 'America/New_York' } })
})

const me = async () => (await call('GET', '/api/user', { token: ann.token })).body
const links = async () => (await call('GET', '/api/sub-links', { token: ann.token })).body
const states = async () => (await links()).map(({ state }: { state: string }) => state)
const openOut = async (date = WEDNESDAY) => {
  const user = await openWeek(ann, date)
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByText('I’m out today', { selector: '[role=option] *' }))
  return user
}
const hasOffice = () => call('PATCH', '/api/user', { token: ann.token, body: { classroom: { officeEmail: 'office@lincoln.example' } } })

/** Returns a promise and the function that resolves it. */
const later = <T,>() => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

type Answers = (method: string, address: string, ask: () => Promise<Response>) => Promise<Response> | undefined
/** Lets the server have mail, and answers some calls in its place. */
const withMail = (answers: Answers = () => undefined): void => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const ask = () => fetchFromApp(address, init)
    if (address.endsWith('/api/settings')) return Response.json({ ...(await (await ask()).json()), mail: true })
    return answers(init.method ?? 'GET', address, ask) ?? ask()
  })
  onTestFinished(() => void vi.stubGlobal('fetch', fetchFromApp))
}

test('closing while the mail is being sent leaves the link open, and says what became of the mail', async () => {
  await hasOffice()
  const refused = later<Response>()
  withMail((_, address) => (address.endsWith('/send') ? refused.promise : undefined))
  const user = await openOut()
  const dialog = await theDialog('I’m out today')
  await user.click(dialog.getByText('See it'))
  await user.click((await theDialog('What your substitute sees')).getByLabelText('Close'))
  await user.click(await dialog.findByText('Send to the office'))
  await user.click(dialog.getByLabelText('Close'))
  await untilClosed()
  refused.resolve(Response.json({ code: 'too_many', message: 'Too many mails today.' }, { status: 429 }))
  await screen.findByText('The mail wasn’t sent')
  expect(await states()).toEqual(['open'])
})

test('closing while See it makes its link turns that link off', async () => {
  const go = later<void>()
  withMail((method, address, ask) => (method === 'POST' && address.endsWith('/sub-links') ? go.promise.then(ask) : undefined))
  const user = await openOut()
  const dialog = await theDialog('I’m out today')
  await user.click(dialog.getByText('See it'))
  await user.click(dialog.getByLabelText('Close'))
  await untilClosed()
  go.resolve()
  await waitFor(async () => expect(await states()).toEqual(['off']))
})

test('See it and then Send make one link, even if the list of links can’t be loaded', async () => {
  await hasOffice()
  const go = later<void>()
  withMail((method, address, ask) => {
    if (!address.endsWith('/sub-links')) return undefined
    return method === 'GET' ? Promise.reject(new TypeError('Failed')) : go.promise.then(ask)
  })
  const user = await openOut()
  const dialog = await theDialog('I’m out today')
  await user.click(dialog.getByText('See it'))
  await user.click(await dialog.findByText('Send to the office'))
  go.resolve()
  await screen.findByText('The mail wasn’t sent')
  expect(await states()).toEqual(['open'])
})

test('an office email that the server refuses is said at its field before a link is made, and can be corrected', async () => {
  withMail()
  const user = await openOut()
  const dialog = await theDialog('I’m out today')
  fill(await dialog.findByLabelText('Office email'), 'office@lincoln')
  await user.click(dialog.getByText('Send to the office'))
  await dialog.findByRole('alert')
  expect(await links()).toEqual([])
  fill(dialog.getByLabelText('Office email'), '')
  await user.click(dialog.getByText('Make the link'))
  await theDialog('You’re set')
})

test('a link that wasn’t sent says so, and one that was turned off elsewhere can be replaced', async () => {
  await hasOffice()
  withMail()
  const { body } = await call('POST', '/api/sub-links', { token: ann.token, body: { dates: [WEDNESDAY] } })
  const user = await openOut()
  const set = await theDialog('Your link')
  set.getByText('Not sent yet')
  await call('DELETE', `/api/sub-links/${body.id}`, { token: ann.token })
  window.dispatchEvent(new Event('visibilitychange'))
  await user.click(await screen.findByText('Start over'))
  ;(await theDialog('I’m out today')).getByText('Send to the office')
})

test('on Sunday evening, a teacher comes back to Monday’s link', async () => {
  vi.setSystemTime('2026-11-22T23:00:00Z')
  await call('POST', '/api/sub-links', { token: ann.token, body: { dates: ['2026-11-23'] } })
  await openOut('2026-11-23')
  await theDialog('You’re set')
})

test('text that is erased again isn’t in the plan, and closing asks about text that isn’t saved', async () => {
  const user = await openOut()
  const dialog = await theDialog('I’m out today')
  const field = await dialog.findByLabelText('Nothing says how the day ends')
  await user.click(field)
  fill(field, 'Buses at 2:50')
  await user.tab()
  await waitFor(async () => expect((await me()).substituteInstructions).toContain('Buses at 2:50'))
  await user.click(field)
  fill(field, '')
  await user.tab()
  await waitFor(async () => expect((await me()).substituteInstructions).toBe('<p>Attendance by 8:15</p>'))
  fill(dialog.getByLabelText('A word for today (optional)'), 'Thank you!')
  await user.click(dialog.getByLabelText('Close'))
  await user.click((await theQuestion('Leave without saving?')).getByText('Discard changes'))
  await untilClosed()
})
