/** Tests classes in the planner: the class of a lesson, its color, and what keeps it. */
import { beforeEach, expect, test } from 'vitest'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor } from '../page.tsx'
import { answer, block, fill, lesson, openNew, openWeek, storeDay, storedDay, theDialog, theMenu, untilKept, untilShown } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
let math: SchoolClass
let science: SchoolClass
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  math = await aClass({ name: 'Math', color: 7 })
  science = await aClass({ name: 'Science', color: 1 })
})

const aClass = async (body: object): Promise<SchoolClass> => (await call('POST', '/api/classes', { token: ann.token, body })).body
const storedClasses = async (): Promise<SchoolClass[]> => (await call('GET', '/api/classes', { token: ann.token })).body
const titleOf = (dialog: Awaited<ReturnType<typeof theDialog>>) => (dialog.getByLabelText('Title') as HTMLInputElement).value
/** Waits until the card of a lesson has this hue. */
const untilColored = (title: string, hue: string): Promise<void> =>
  waitFor(async () => expect((await lesson(title)).className).toMatch(new RegExp(`\\b${hue}\\b`)))
const untilClass = (classId: string | undefined): Promise<void> =>
  waitFor(async () => expect((await storedDay(ann))?.blocks[0]?.classId).toBe(classId))

test('a lesson joins the class that its title names, and has its color', async () => {
  const user = await openWeek(ann)
  const dialog = await openNew()
  await dialog.findByLabelText('Class: No class')
  await user.type(dialog.getByLabelText('Title'), 'math')
  await dialog.findByLabelText('Class: Math')
  await user.type(dialog.getByLabelText('Title'), 'letes')
  await dialog.findByLabelText('Class: No class')
  fill(dialog.getByLabelText('Title'), 'Math')
  fill(dialog.getByLabelText('Title'), 'Math: fractions')
  await user.click(dialog.getByText('Save'))
  await untilColored('Math: fractions', 'h7')
  await untilClass(math.id)
})

test('a teacher chooses a class by keyboard, which fills the title, and typing doesn’t change the choice', async () => {
  const user = await openWeek(ann)
  const dialog = await openNew()
  ;(await dialog.findByLabelText('Class: No class')).focus()
  await user.keyboard('{Enter}')
  await theMenu()
  await user.keyboard('{ArrowDown}{Enter}')
  await dialog.findByLabelText('Class: Science')
  expect(titleOf(dialog)).toBe('Science')
  fill(dialog.getByLabelText('Title'), 'Math')
  await user.click(dialog.getByText('Save'))
  await untilColored('Math', 'h1')
  await untilClass(science.id)

  await user.click(await lesson('Math'))
  const edited = await theDialog('Edit Time Block')
  await user.click(await edited.findByLabelText('Class: Science'))
  await user.click(await (await theMenu()).findByText('No class'))
  await edited.findByLabelText('Class: No class')
  await user.click(edited.getByText('Save'))
  await untilClass(undefined)
})

test('a teacher creates a class from a lesson, with a color that no other class has', async () => {
  const user = await openWeek(ann)
  const dialog = await openNew()
  await user.type(dialog.getByLabelText('Title'), 'Choir')
  await user.click(await dialog.findByLabelText('Class: No class'))
  await user.click(await (await theMenu()).findByText('New class…'))
  const form = await theDialog('New class')
  expect((form.getByLabelText('Name') as HTMLInputElement).value).toBe('Choir')
  fill(form.getByLabelText('Name'), 'MATH')
  await form.findByText('You already have a class named Math.')
  fill(form.getByLabelText('Name'), 'Choir')
  await user.click(form.getByText('Create class'))
  await screen.findByText('Class created')
  await (await theDialog('Create Time Block')).findByLabelText('Class: Choir')
  await user.click(dialog.getByText('Save'))
  await untilKept(ann, ['Choir'])
  const choir = (await storedClasses()).find(({ name }) => name === 'Choir')
  expect([math.color, science.color]).not.toContain(choir?.color)
  await untilClass(choir?.id)
})

test('a color chosen in a lesson is the color of its whole class, and Undo brings the old one back', async () => {
  await storeDay(ann, {
    blocks: [
      { ...block('Math'), classId: math.id },
      { ...block('Quiz', '09:00', '10:00'), classId: math.id },
    ],
  })
  const user = await openWeek(ann)
  await untilColored('Quiz', 'h7')
  await user.click(await lesson('Math'))
  const dialog = await theDialog('Edit Time Block')
  await user.click(await dialog.findByLabelText('Color: Amber'))
  const menu = await theMenu()
  menu.getByText('All lessons of Math')
  expect(menu.queryByText('Automatic')).toBeNull()
  await user.click(menu.getByText('Pink'))
  await screen.findByText('Class changed')
  await untilColored('Quiz', 'h5')
  await waitFor(async () => expect((await storedClasses())[0]?.color).toBe(5))
  await user.click(screen.getByText('Undo'))
  await untilColored('Quiz', 'h7')
  await waitFor(async () => expect((await storedClasses())[0]?.color).toBe(7))
})

test('a color that can’t be saved is taken back, with the reason', async () => {
  await storeDay(ann, { blocks: [{ ...block('Math'), classId: math.id }] })
  const user = await openWeek(ann)
  await untilColored('Math', 'h7')
  const recover = answer({ method: 'PATCH', path: /\/api\/classes/, status: 500 })
  await user.click(await lesson('Math'))
  const dialog = await theDialog('Edit Time Block')
  await user.click(await dialog.findByLabelText('Color: Amber'))
  await user.click((await theMenu()).getByText('Pink'))
  await screen.findByText('Failed to change the class')
  await untilColored('Math', 'h7')
  recover()
})

test('an earlier version of a day also restores that a lesson had no class', async () => {
  await storeDay(ann, { blocks: [block('Fractions')] })
  await storeDay(ann, { blocks: [{ ...block('Fractions'), classId: math.id }] })
  const user = await openWeek(ann)
  await untilColored('Fractions', 'h7')
  await user.click(await screen.findByLabelText('More for Wednesday, November 18, 2026', { selector: 'section button' }))
  await user.click(await (await theMenu()).findByText('History'))
  const dialog = await theDialog('History')
  await dialog.findByText('Changed the class of Fractions')
  await user.click(dialog.getAllByRole('radio')[1] as HTMLElement)
  await user.click(dialog.getByText('Restore this version'))
  await screen.findByText('Day restored')
  await untilClass(undefined)
})

test('a copied lesson keeps its class, but not that it was taught', async () => {
  await storeDay(ann, { blocks: [{ ...block('Math'), classId: math.id, taught: 'done' }] })
  const user = await openWeek(ann)
  const card = await lesson('Math')
  await user.pointer({ keys: '[MouseRight]', target: card })
  await user.click(await (await theMenu()).findByText('Copy to…'))
  const copy = await theDialog('Copy lesson')
  fill(copy.getByLabelText('Date'), '2026-11-20')
  await user.click(copy.getByText(/^Copy to/))
  await untilShown(['Math'], '2026-11-20')
  await waitFor(async () => expect(await storedDay(ann, '2026-11-20')).toBeDefined())
  const [copied] = (await storedDay(ann, '2026-11-20')).blocks
  expect(copied).toMatchObject({ title: 'Math', classId: math.id })
  expect(copied).not.toHaveProperty('taught')
  expect((await storedDay(ann)).blocks).toMatchObject([{ taught: 'done' }])

  await user.pointer({ keys: '[MouseRight]', target: await lesson('Math') })
  await user.click(await (await theMenu()).findByText('Move to…'))
  await user.click((await theDialog('Move lesson')).getByRole('button', { name: 'Move to Thu, Nov 19' }))
  await untilKept(ann, ['Math'], '2026-11-19')
  expect((await storedDay(ann, '2026-11-19')).blocks).toMatchObject([{ classId: math.id, taught: 'done' }])
})
