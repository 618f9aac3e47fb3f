/** Tests days without lessons, which show what a teacher usually teaches on that weekday. */
import { beforeEach, expect, test } from 'vitest'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import {
  answer,
  block,
  dayOf,
  fill,
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

const USUAL = [block('Math', '08:00', '09:30'), block('Science', '10:00', '11:00')]
const TITLES = ['Math', 'Science']

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const openDay = () => openPage(`/dashboard?view=day&date=${WEDNESDAY}`, ann)
const usual = async () => within(await screen.findByLabelText('Your usual Wednesday', { selector: 'ul' }))

test('an empty Wednesday offers the lessons of the last one, and adds them without their text and with one Undo', async () => {
  // Three weeks back: last Wednesday was off, and the one before was empty.
  await storeDay(ann, { date: '2026-10-28', blocks: USUAL })
  await storeDay(ann, { date: '2026-11-11', isBlocked: true, blockedText: 'Veterans Day' })
  await storeDay(ann, { date: '2026-11-17', blocks: [{ ...block('Art'), description: '<p>Clay owls</p>' }] })
  const user = await openDay()
  await screen.findByText('These are the two lessons of your usual Wednesday.')
  const sketch = await usual()
  expect(sketch.getAllByRole('listitem').map((item) => item.textContent?.replaceAll(/\s/g, ' '))).toEqual([
    '8:00 – 9:30 AMMathWrite',
    '9:30 AMBreak',
    '10:00 – 11:00 AMScienceWrite',
  ])
  expect(screen.getByLabelText('The day before').textContent).toContain('Clay owls')
  await user.click(screen.getByText('Add my usual Wednesday'))
  await screen.findByText('Your usual Wednesday is in')
  await untilKept(ann, TITLES)
  expect((await storedDay(ann)).blocks[0]).toMatchObject({ description: '', startTime: '08:00', endTime: '09:30' })
  await user.click(screen.getByText('Undo'))
  await untilKept(ann, undefined)
  await screen.findByText('Nothing planned for Wednesday yet')
})

test('one press on a usual lesson opens it filled in, and the others stay on offer', async () => {
  await storeDay(ann, { date: '2026-11-11', blocks: USUAL })
  const user = await openDay()
  await user.click((await usual()).getByText('Science'))
  const dialog = await theDialog('Create Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Science')
  await user.click(dialog.getByText('Save'))
  await untilKept(ann, ['Science'])
  expect((await storedDay(ann)).blocks[0]).toMatchObject({ startTime: '10:00', endTime: '11:00' })
  await screen.findByText('More of your usual Wednesday')
  const more = await usual()
  expect(more.queryByText('Science')).toBeNull()
  await user.click(more.getByText('Math'))
  await user.click((await theDialog('Create Time Block')).getByText('Save'))
  await untilKept(ann, TITLES)
  await waitFor(() => expect(screen.queryByText('More of your usual Wednesday')).toBeNull())
})

test('another day can be copied to an empty one, with its text', async () => {
  await storeDay(ann, { date: '2026-11-16', blocks: [block('Math')] })
  const user = await openDay()
  await user.click(await screen.findByText('Copy another day…'))
  const dialog = await theDialog('Copy another day')
  await dialog.findByText('No lessons on this day.')
  await user.click(dialog.getByLabelText('Monday, November 16, 2026'))
  await user.click(await dialog.findByText('Copy 1 lesson'))
  await untilClosed()
  await untilKept(ann, ['Math'])
  expect((await storedDay(ann)).blocks[0].description).toBe('<p>Math</p>')
})

test('all lessons of an empty day can be typed at once, and the text survives a failed save', async () => {
  const user = await openDay()
  await user.click(await screen.findByText('Type my usual day'))
  const typed = '8:00 Math\n9:00 Art'
  let dialog = await theDialog('Type my usual day')
  fill(dialog.getByLabelText('Lessons (one per line)'), typed)
  expect(dialog.queryByText('Days')).toBeNull()
  const recover = answer({ method: 'POST', path: /\/api\/calendar/, status: 500 })
  await user.click(dialog.getByText('Add 2 lessons'))
  await screen.findByText('Failed to create/update time block')
  dialog = await theDialog('Type my usual day')
  expect((dialog.getByLabelText('Lessons (one per line)') as HTMLTextAreaElement).value).toBe(typed)
  recover()
  await user.click(dialog.getByText('Add 2 lessons'))
  await screen.findByText('Your day is filled in')
  await untilKept(ann, ['Math', 'Art'])
})

test('a day without any usual lessons has hours, and one press adds a lesson at that time', async () => {
  const user = await openDay()
  await screen.findByText('No lessons planned for this day')
  expect(screen.queryByText('Copy another day…')).toBeNull()
  await user.click(within(screen.getByLabelText('Hours of the day')).getByText('10:00 AM'))
  const dialog = await theDialog('Create Time Block')
  fill(dialog.getByLabelText('Title'), 'Math')
  await user.click(dialog.getByText('Save'))
  await untilKept(ann, ['Math'])
  expect((await storedDay(ann)).blocks[0]).toMatchObject({ startTime: '10:00', endTime: '10:45' })
})

test('an empty column of the week shows the usual lessons, and one press writes one', async () => {
  await storeDay(ann, { date: '2026-11-11', blocks: USUAL })
  const user = await openWeek(ann)
  await user.click(await within(dayOf()).findByText('Science'))
  const dialog = await theDialog('Create Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Science')
  await user.click(dialog.getByText('Save'))
  await untilShown(['Science'])
  expect(within(dayOf()).queryByText('No lessons scheduled')).toBeNull()
})
