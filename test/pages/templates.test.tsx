/** Tests templates and repeats: typing, saving, applying, and changes in other windows. */
import { beforeEach, expect, test } from 'vitest'
import { call, pool } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import {
  block,
  dayOf,
  fill,
  lessonsOf,
  openNew,
  openWeek,
  storeDay,
  storedDay,
  theDialog,
  untilClosed,
  untilKept,
  untilShown,
  WEDNESDAY,
} from './week.tsx'

inPage()

const MONDAY = '2026-11-16'
const THURSDAY = '2026-11-19'

type User = Awaited<ReturnType<typeof openPage>>
let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const storeTemplate = async (kind: 'daily' | 'weekly', body: object): Promise<{ id: string }> =>
  (await call('POST', `/api/${kind}-templates`, { token: ann.token, body })).body
/** Opens the Templates menu in the toolbar. */
const openMenu = async (user: User) => {
  await waitFor(() => dayOf())
  await user.click(within(screen.getByRole('main')).getByText('Templates'))
}
const openEmptyManager = async (user: User) => {
  await openMenu(user)
  await user.click(await screen.findByText('Manage templates…'))
}
const openManager = async (user: User, tab: string) => {
  await openEmptyManager(user)
  await user.click(await screen.findByRole('tab', { name: tab }))
}
/** Chooses an item from a template's menu in the manager. */
const chooseFor = async (user: User, name: string, item: string) => {
  await user.click(await screen.findByLabelText(`More for ${name}`))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
const rows = () => [...screen.getByLabelText('Templates', { selector: 'ul' }).children].map(({ textContent }) => textContent)

test('a teacher types a bell schedule, copies it, and restores the copy that she deleted', async () => {
  await storeDay(ann, { blocks: [block('Duty', '07:30', '08:00')] })
  const user = await openWeek(ann)
  await openEmptyManager(user)
  await user.click(await screen.findByText('Build a bell schedule…'))
  const form = await theDialog('Create Daily Template')
  form.getByText('Back to Template Manager')
  // The dialog moves focus once it has mounted.
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Template name')))
  await user.click(form.getByText('Fill in rows instead'))
  await user.click(form.getByText('Save'))
  await form.findByText('Please enter a template name')
  await form.findByText('Please add at least one valid time block')
  fill(form.getByLabelText('Template name'), 'Normal day')
  const row = (number: number) => within(form.getByRole('group', { name: `Time block ${number}` }))
  const timeOf = (number: number, label: string) => (row(number).getByLabelText(label) as HTMLInputElement).value
  expect([timeOf(1, 'Start'), timeOf(1, 'End')]).toEqual(['8:00 AM', '8:45 AM'])
  expect(row(1).queryByLabelText('Remove this time block')).toBeNull()
  expect(form.queryByText('Cancel')).toBeNull()
  fill(row(1).getByLabelText('Title'), 'Math')
  await user.click(form.getByText('Add Time Block'))
  fill(row(2).getByLabelText('Title'), 'Art')
  expect(row(2).getByLabelText('Remove this time block').textContent).toBe('Remove')
  // A lesson without a title isn't saved.
  await user.click(form.getByText('Add Time Block'))
  expect([timeOf(2, 'Start'), timeOf(2, 'End')]).toEqual(['8:45 AM', '9:30 AM'])
  await user.clear(row(2).getByLabelText('End'))
  await user.type(row(2).getByLabelText('End'), '9:00')
  await user.tab()
  await user.click(form.getByText('Save'))
  await screen.findByText('Daily template created successfully')
  await waitFor(() => expect(rows()[0]).toContain('2 time blocks, 8:00 – 9:00\u00a0AM'))

  await chooseFor(user, 'Normal day', 'Duplicate')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await chooseFor(user, 'Normal day (copy)', 'Delete')
  await waitFor(() => expect(rows()).toHaveLength(1))
  await user.click(await screen.findByText('Undo'))
  await screen.findByText('Daily template restored')
  await screen.findByLabelText('Apply Normal day (copy)')
})

test('a teacher types her usual day as a template, and changes it in rows', async () => {
  await storeDay(ann, { blocks: [block('Duty', '07:30', '08:00')] })
  const user = await openWeek(ann)
  await openEmptyManager(user)
  await user.click(await screen.findByText('Build a bell schedule…'))
  const form = await theDialog('Create Daily Template')
  fill(form.getByLabelText('Template name'), 'Normal day')
  const text = form.getByLabelText('Lessons (one per line)')
  fill(text, '8:00 Morning Meeting\nReading')
  fireEvent.blur(text)
  form.getByText('Line 2: Start with a time, like 8:20 Math.')
  await user.click(form.getByText('Save'))
  expect(form.queryByText('Edit as rows')?.closest('button')?.disabled).toBe(true)
  fill(text, '8:00 Morning Meeting\n8:20 Reading\n9:30-10:15 Writing')
  await user.click(form.getByText('Edit as rows'))
  const row = (number: number) => within(form.getByRole('group', { name: `Time block ${number}` }))
  const typedIn = (number: number, label: string) => (row(number).getByLabelText(label) as HTMLInputElement).value
  expect([1, 2, 3].map((number) => ['Title', 'Start', 'End'].map((label) => typedIn(number, label)))).toEqual([
    ['Morning Meeting', '8:00 AM', '8:20 AM'],
    ['Reading', '8:20 AM', '9:30 AM'],
    ['Writing', '9:30 AM', '10:15 AM'],
  ])
  fill(row(2).getByLabelText('Title'), 'Reading Workshop')
  await user.click(form.getByText('Save'))
  await screen.findByText('Daily template created successfully')
  await waitFor(() => expect(rows()[0]).toContain('3 time blocks, 8:00 – 10:15\u00a0AM'))

  await user.click(screen.getByText('New template'))
  const next = await theDialog('Create Daily Template')
  fill(next.getByLabelText('Template name'), 'Short day')
  fill(next.getByLabelText('Lessons (one per line)'), '8:00-8:30 Math')
  await user.click(next.getByText('Save'))
  await waitFor(() => expect(rows().join()).toContain('1 time block, 8:00 – 8:30\u00a0AM'))
})

test('a teacher without templates saves the week from the manager with its text, and is told if the text stays behind', async () => {
  await storeDay(ann, { blocks: [block('Math'), { ...block('Art', '10:00', '11:00'), description: '' }] })
  const user = await openWeek(ann)
  await untilShown(['Math', 'Art'])
  await openEmptyManager(user)
  await screen.findByText('No templates found - create one first!')
  expect(screen.queryByRole('tab', { name: 'Weekly' })).toBeNull()
  await user.click(screen.getByText('Save this week as a template…', { selector: '[role=dialog] *' }))
  const keep = await theDialog('Create Weekly Template')
  const warning = /^One lesson has text that won’t be in this template\./
  expect(keep.queryByText(warning)).toBeNull()
  await user.click(keep.getByLabelText('Include lesson descriptions'))
  keep.getByText(warning)
  await user.click(keep.getByLabelText('Include lesson descriptions'))
  fill(keep.getByLabelText('Template name'), 'A week')
  await user.click(keep.getByText('Save'))
  await screen.findByText('Weekly template created successfully')
  const [week] = (await call('GET', '/api/weekly-templates', { token: ann.token })).body
  expect(week.wednesdayBlocks).toMatchObject([{ description: '<p>Math</p>' }, { description: '' }])
})

test('a daily template is applied next to existing lessons', async () => {
  await storeDay(ann, { blocks: [block('Duty', '07:30', '08:00')] })
  await storeTemplate('daily', { name: 'Normal day', blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  const user = await openPage(`/dashboard?view=day&date=${WEDNESDAY}`, ann)
  await screen.findAllByText('Duty')
  await user.click(within(screen.getByRole('main')).getByText('Templates'))
  await user.click(await screen.findByText('Manage templates…'))
  await user.click(await screen.findByRole('tab', { name: 'Daily' }))
  await user.click(await screen.findByLabelText('Apply Normal day'))
  await user.click(await screen.findByText('Keep both'))
  await screen.findByText('Template applied successfully')
  await untilKept(ann, ['Duty', 'Math', 'Art'])
})

test('a teacher saves a lesson as a template, fills another from it, and changes the template', async () => {
  await storeDay(ann, { blocks: [block('Math', '10:30', '11:30')] })
  const user = await openWeek(ann)
  await untilShown(['Math'])
  fireEvent.click(lessonsOf()[0] as HTMLElement)
  await user.click(await screen.findByText('Save as template'))
  const keep = await theDialog('Create Time Block Template')
  expect((keep.getByLabelText('Template name') as HTMLInputElement).value).toBe('Math Template')
  await user.click(keep.getByLabelText('Include lesson descriptions'))
  await user.click(keep.getByText('Save'))
  await screen.findByText('Time block template created successfully')
  await waitFor(() => expect(screen.queryByText('Create Time Block Template')).toBeNull())
  await user.keyboard('{Escape}')
  await untilClosed()

  const dialog = await openNew(THURSDAY)
  await user.click(dialog.getByText('Save as template'))
  await screen.findByText('Please enter a title first')
  await user.click(dialog.getByText('Templates'))
  await user.click(await screen.findByRole('menuitem', { name: /^Math Template/ }))
  await waitFor(() => expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Math'))
  expect((dialog.getByLabelText('Start') as HTMLInputElement).value).toBe('10:30 AM')
  await user.click(dialog.getByText('Save'))
  await untilKept(ann, ['Math'], THURSDAY)
  expect((await storedDay(ann, THURSDAY)).blocks).toMatchObject([{ title: 'Math', description: '<p>Math</p>' }])

  await openManager(user, 'Time Blocks')
  await chooseFor(user, 'Math Template', 'Edit…')
  const form = await theDialog('Edit Time Block Template')
  await user.clear(form.getByLabelText('Start'))
  await user.type(form.getByLabelText('Start'), '10:00')
  await user.tab()
  expect((form.getByLabelText('End') as HTMLInputElement).value).toBe('11:00 AM')
  fill(form.getByLabelText('Title'), 'Algebra')
  await user.click(form.getByText('Save'))
  await waitFor(() => expect(rows()[0]).toContain('Algebra, 10:00 – 11:00\u00a0AM'))
})

test('a teacher with six templates searches them, and one with fewer sees no search', async () => {
  for (const name of ['Late start', 'Field day', 'Rainy day', 'Half day', 'Testing'])
    await storeTemplate('daily', { name, blocks: [block('Math')] })
  const user = await openWeek(ann)
  await openManager(user, 'Daily')
  await screen.findByText('5 templates')
  expect(screen.queryByLabelText('Search templates')).toBeNull()
  await chooseFor(user, 'Testing', 'Duplicate')
  fill(await screen.findByLabelText('Search templates'), 'copy')
  await waitFor(() => expect(rows()).toHaveLength(1))
  await chooseFor(user, 'Testing (copy)', 'Delete')
  await screen.findByText('No templates match “copy”.')
})

test('a teacher who gives a lesson template no title gets its name as the title', async () => {
  const user = await openWeek(ann)
  await openEmptyManager(user)
  await user.click(await screen.findByText('Write a lesson…'))
  const form = await theDialog('Create Time Block Template')
  fill(form.getByLabelText('Template name'), 'Read aloud')
  await user.click(form.getByText('Save'))
  await screen.findByText('Time block template created successfully')
  await waitFor(() => expect(rows()[0]).toContain('Read aloud, 8:00 – 8:45\u00a0AM'))
})

test('a template that was deleted in another tab says so, and disappears from the list', async () => {
  const { id } = await storeTemplate('daily', { name: 'Normal day', blocks: [block('Math')] })
  const user = await openWeek(ann)
  await openManager(user, 'Daily')
  await screen.findByLabelText('Apply Normal day')
  await call('DELETE', `/api/daily-templates/${id}`, { token: ann.token })
  await user.click(screen.getByLabelText('Apply Normal day'))
  await user.click(await screen.findByText(/^Apply to /))
  await screen.findByText('Template not found')
  await user.click(screen.getByText('Cancel'))
  await screen.findByText('No templates found - create one first!')
  expect(await storedDay(ann)).toBeUndefined()
})

/** Returns the text of a week's row in the preview. */
const weekOf = async (span: string) => {
  const part = within(await screen.findByRole('region', { name: 'Preview' }))
  return (await part.findByText(span)).closest('li')?.textContent ?? ''
}

test('a week template replaces the rest of this week, and the days that have passed only on request', async () => {
  await storeDay(ann, { date: MONDAY, blocks: [block('Art')] })
  await storeDay(ann, { date: THURSDAY, blocks: [block('Music')] })
  await storeTemplate('weekly', { name: 'A week', mondayBlocks: [block('Math')], thursdayBlocks: [block('Science')] })
  const user = await openWeek(ann)
  await untilShown(['Music'], THURSDAY)
  await openMenu(user)
  await user.click(await screen.findByRole('menuitem', { name: 'A week' }))
  const dialog = await theDialog('Overwrite Warning')
  const leave = await dialog.findByLabelText('Leave Mon, which is over')
  dialog.getByText('1 lesson on Thu will be replaced. 1 of them loses its text.')
  await user.click(leave)
  dialog.getByText('2 lessons on Mon and Thu will be replaced. 2 of them lose their text.')
  await user.click(leave)
  await user.click(dialog.getByText('Yes, Overwrite'))
  await untilKept(ann, ['Science'], THURSDAY)
  await untilShown(['Art'], MONDAY)
})

test('a day is repeated every week from its menu, and lessons are replaced only on request', async () => {
  await storeDay(ann, { date: MONDAY, blocks: [block('Math')] })
  await storeDay(ann, { date: '2026-11-23', blocks: [block('Museum')] })
  const user = await openWeek(ann)
  await untilShown(['Math'], MONDAY)
  const more = within(dayOf(MONDAY)).getByLabelText(/^More for Monday/)
  await user.click(more)
  await user.click(await screen.findByText('Repeat until…'))
  await theDialog('Repeat until…')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(more))
  await user.click(more)
  await user.click(await screen.findByText('Repeat until…'))
  await screen.findByText('Add 3 lessons')
  screen.getByText('Your lesson text won’t be copied.')
  expect(await weekOf('Nov 23 – 27')).toContain('Already planned')
  await user.click(screen.getByLabelText(/^Replace/))
  const press = await screen.findByText('Replace 1, add 4 lessons')
  expect(await weekOf('Nov 23 – 27')).toContain('Replaces 1 lesson')
  // Lessons that replace others bring their text, so that those days aren't left without any.
  expect(screen.queryByText('Your lesson text won’t be copied.')).toBeNull()
  await user.click(press)
  await screen.findByText('Lessons added to 4 days')
  await untilKept(ann, ['Math'], '2026-11-23')
  expect((await storedDay(ann, '2026-11-23')).blocks[0].description).toBe('<p>Math</p>')
})

test('a day that another tab changed during a repeat is named, nothing is half done, and the list shows it', async () => {
  await storeDay(ann, { date: MONDAY, blocks: [block('Math')] })
  await storeDay(ann, { date: '2026-11-17', blocks: [block('Art')] })
  const user = await openWeek(ann)
  await untilShown(['Math'], MONDAY)
  await user.keyboard('r')
  const press = await screen.findByText('Add 8 lessons')
  await storeDay(ann, { date: '2026-12-01', blocks: [block('Museum')] })
  await user.click(press)
  await screen.findByText(/^Tuesday, December 1, 2026 was changed in another window\./)
  await untilKept(ann, undefined, '2026-11-23')
  const again = await screen.findByText('Add 7 lessons')
  expect(await weekOf('Nov 30 – Dec 4')).toContain('Tue kept')
  await user.click(again)
  await screen.findByText('Lessons added to 7 days')
  await untilKept(ann, ['Math'], '2026-11-23')
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Change undone')
  await untilKept(ann, undefined, '2026-11-23')
  await untilKept(ann, ['Museum'], '2026-12-01')
})

test('a template is repeated from where it was applied, with its texts, every second week', async () => {
  await storeTemplate('weekly', { name: 'A week', mondayBlocks: [{ ...block('Choir'), description: '<p>Scales</p>' }] })
  const user = await openWeek(ann, '2027-01-04')
  const button = () => within(screen.getByRole('main')).getByRole('button', { name: 'Templates' })
  const open = async () => {
    await user.click(button())
    await user.click(await screen.findByText('A week'))
    await user.click(await screen.findByText('Repeat until…'))
    await theDialog('Repeat until…')
  }
  await open()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button()))
  await open()
  expect((await screen.findByLabelText<HTMLSelectElement>('What to repeat')).value).toMatch(/^weekly /)
  await user.click(screen.getByLabelText('Every 2 weeks'))
  await user.click(await screen.findByText('Add 2 lessons'))
  await screen.findByText('Lessons added to 2 days')
  await untilShown(['Choir'], '2027-01-04')
  for (const date of ['2027-01-04', '2027-01-18']) expect((await storedDay(ann, date)).blocks[0].description).toBe('<p>Scales</p>')
  expect(await storedDay(ann, '2027-01-11')).toBeUndefined()
})

test('a teacher keeps a day as an emergency plan, checks it again months later, and takes it off', async () => {
  await storeTemplate('daily', { name: 'Read aloud day', blocks: [{ title: 'Read aloud', startTime: '08:00', endTime: '09:00' }] })
  const user = await openWeek(ann)
  await openManager(user, 'Daily')
  await chooseFor(user, 'Read aloud day', 'Keep as emergency plan')
  await waitFor(() => expect(rows()[0]).toContain('Emergency plan, checked today'))
  await pool.query(`update templates set checked_at = checked_at - interval '62 days'`)
  await user.click(screen.getByRole('tab', { name: 'Weekly' }))
  await user.click(screen.getByRole('tab', { name: 'Daily' }))
  await waitFor(() => expect(rows()[0]).toContain('last checked 62 days ago'))
  await chooseFor(user, 'Read aloud day', 'Checked today')
  await waitFor(() => expect(rows()[0]).toContain('checked today'))
  await chooseFor(user, 'Read aloud day', 'No longer an emergency plan')
  await waitFor(() => expect(rows()[0]).not.toContain('Emergency plan'))
})
