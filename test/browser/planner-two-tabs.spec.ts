import type { Page } from '@playwright/test'
import { block, dialogOf, lessonsOf, openWeek, signUp, storeDay, storedDay, type Teacher } from './planner-teacher.ts'
import { cutStream, expect, expectToast, test } from './test.ts'

let teacher: Teacher
// Cuts the event stream. The tabs of one browser tell each other.
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

test('a lesson changed in one tab is up to date in the other, which changes it further without a question', async ({ page, context }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  const other = await context.newPage()
  await openWeek(page)
  await openWeek(other)
  await rename(page, 'Math', 'Algebra')
  await expectToast(page, 'Time block updated successfully')
  await rename(other, 'Algebra', 'Geometry')
  await expectToast(other, 'Time block updated successfully')
  await expect(lessonsOf(page)).toContainText(['Geometry'])
  await expect.poll(() => titlesKept(other)).toEqual(['Geometry'])
})
