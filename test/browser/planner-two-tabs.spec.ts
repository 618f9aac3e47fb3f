import type { Page } from '@playwright/test'
import { block, dialogOf, lessonsOf, openWeek, signUp, storeDay, storedDay, type Teacher } from './planner-teacher.ts'
import { cutStream, expect, expectToast, test } from './test.ts'

let teacher: Teacher
// Cuts the event stream. Otherwise, the other tab would receive the change before it could make a conflicting one.
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

test('changing one lesson in two tabs asks, and both versions can be kept', async ({ page, context, problems }) => {
  problems.expect(/409/)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  const other = await context.newPage()
  await openWeek(page)
  await openWeek(other)
  await rename(page, 'Math', 'Algebra')
  await expectToast(page, 'Time block updated successfully')
  await rename(other, 'Math', 'Geometry')
  const question = other.getByRole('dialog', { name: 'This lesson has two versions' })
  await expect(question).toContainText('Algebra')
  await expect(question).toContainText('Geometry')
  await question.getByRole('button', { name: 'Keep both' }).click()
  await expect(lessonsOf(other)).toContainText(['Algebra', 'Geometry'])
  await expect.poll(() => titlesKept(other)).toEqual(['Algebra', 'Geometry'])
})
