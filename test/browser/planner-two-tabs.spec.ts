import type { Page } from '@playwright/test'
import { addLesson, block, dialogOf, lessonsOf, openWeek, signUp, storeDay, storedDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { cutStream, expect, expectToast, test } from './test.ts'

let teacher: Teacher
// Where it goes through, the other tab has the change before anybody can contradict it.
test.beforeEach(async ({ context }) => {
  await cutStream(context)
  teacher = await signUp(context)
})

const titlesKept = async (page: Page) => (await storedDay(page, teacher))?.blocks.map(({ title }) => title).sort()

const rename = async (page: Page, from: string, to: string) => {
  await lessonsOf(page).filter({ hasText: from }).click()
  await dialogOf(page).getByLabel('Title').fill(to)
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
}

test('two tabs that each add a lesson to an empty day lose neither', async ({ page, context, problems }) => {
  problems.expect(/409/)
  const other = await context.newPage()
  await openWeek(page)
  await openWeek(other)
  await addLesson(page, WEDNESDAY, { title: 'Math' })
  await expectToast(page, 'Time block created successfully')
  await addLesson(other, WEDNESDAY, { title: 'Art', start: '09:00' })
  await expectToast(other, 'Time block created successfully')
  await expect(lessonsOf(other)).toContainText(['Math', 'Art'])
  await expect.poll(() => titlesKept(page)).toEqual(['Art', 'Math'])
})

test('two tabs that change different lessons of a day keep both changes', async ({ page, context, problems }) => {
  problems.expect(/409/)
  await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  const other = await context.newPage()
  await openWeek(page)
  await openWeek(other)
  await rename(page, 'Math', 'Algebra')
  await expectToast(page, 'Time block updated successfully')
  await rename(other, 'Art', 'Clay')
  await expectToast(other, 'Time block updated successfully')
  await expect.poll(() => titlesKept(page)).toEqual(['Algebra', 'Clay'])
})

for (const { answer, kept } of [
  { answer: 'Keep mine', kept: ['Geometry'] },
  { answer: 'Keep theirs', kept: ['Algebra'] },
  { answer: 'Keep both', kept: ['Algebra', 'Geometry'] },
])
  test(`one lesson changed in two tabs is asked about: ${answer}`, async ({ page, context, problems }) => {
    problems.expect(/409/)
    await storeDay(page, teacher, { blocks: [block('Math')] })
    const other = await context.newPage()
    await openWeek(page)
    await openWeek(other)
    await rename(page, 'Math', 'Algebra')
    await expectToast(page, 'Time block updated successfully')
    await rename(other, 'Math', 'Geometry')
    const question = other.getByRole('dialog', { name: 'This lesson was changed twice' })
    await expect(question).toContainText('Algebra')
    await expect(question).toContainText('Geometry')
    await question.getByRole('button', { name: answer }).click()
    await expect(lessonsOf(other)).toHaveCount(kept.length)
    await expect.poll(() => titlesKept(other)).toEqual(kept)
    await expect(lessonsOf(other)).toContainText(kept)
  })

test('a lesson deleted in one tab and changed in the other is asked about', async ({ page, context, problems }) => {
  problems.expect(/409/)
  await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  const other = await context.newPage()
  await openWeek(page)
  await openWeek(other)
  await rename(page, 'Math', 'Algebra')
  await expectToast(page, 'Time block updated successfully')
  await lessonsOf(other).first().click()
  await dialogOf(other).getByRole('button', { name: 'Delete' }).click()
  await other.getByRole('button', { name: 'Keep their version' }).click()
  await expect(lessonsOf(other)).toContainText(['Algebra', 'Art'])
  await expect.poll(() => titlesKept(page)).toEqual(['Algebra', 'Art'])
})
