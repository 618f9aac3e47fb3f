import type { Page } from '@playwright/test'
import { block, dialogOf, lessonsOf, openWeek, settled, signUp, storeDay, storedDay, type Teacher } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Number of paragraphs. Paragraph groups (long-lesson.ts) start at 0, 15, 30 … */
const STEPS = 240

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  const description = Array.from({ length: STEPS }, (_, index) => `<p>Step ${index}.</p>`).join('')
  await storeDay(page, teacher, { blocks: [{ ...block('Term'), description }] })
  await openWeek(page)
  await lessonsOf(page).first().click()
  await expect(step(page, '0.')).toBeInViewport()
})

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const step = (page: Page, words: string) => textOf(page).getByText(`Step ${words}`, { exact: true })
const goTo = async (page: Page, index: number, key: 'Home' | 'End') => {
  await step(page, `${index}.`).click()
  await settled(page)
  await page.keyboard.press(key)
  await settled(page)
}
/** Presses keys ('Enter') and types text ('"words"') in order. Waits for each action to render, as a teacher would. */
const hands = async (page: Page, ...acts: string[]) => {
  for (const act of acts) {
    await (act.startsWith('"') ? page.keyboard.type(act.slice(1, -1)) : page.keyboard.press(act))
    await settled(page)
  }
}
const written = (page: Page) => textOf(page).evaluate((text) => [...text.querySelectorAll('p')].map((paragraph) => paragraph.textContent))
const aroundOf = async (page: Page, words: string) => {
  const all = await written(page)
  const place = all.findIndex((paragraph) => paragraph.includes(words))
  return all.slice(place - 1, place + 2)
}

test('a teacher edits a very long lesson like a short one, even across the boundaries of its groups', { tag: '@full' }, async ({
  page,
}) => {
  await goTo(page, 29, 'End')
  await hands(page, 'ArrowDown', '" below"', 'ArrowUp', 'End', '" above"', 'Enter', '"new"', 'ArrowRight', 'Shift+ArrowRight', '"s"')
  expect(await aroundOf(page, 'new')).toEqual(['Step 29. above', 'new', 'step 30. below'])

  await goTo(page, 45, 'Home')
  await hands(page, 'Backspace', '"+"')
  expect(await aroundOf(page, '+')).toEqual(['Step 43.', 'Step 44.+Step 45.', 'Step 46.'])
  await hands(page, 'Control+z', 'Control+z')
  expect(await aroundOf(page, 'Step 45.')).toEqual(['Step 44.', 'Step 45.', 'Step 46.'])

  await goTo(page, 59, 'Home')
  await hands(page, 'Shift+ArrowDown', 'Shift+ArrowDown', '"one "')
  expect(await aroundOf(page, 'one')).toEqual(['Step 58.', 'one Step 61.', 'Step 62.'])

  await goTo(page, 74, 'Home')
  const [from, to] = await Promise.all([step(page, '74.').boundingBox(), step(page, '76.').boundingBox()])
  await page.mouse.move(from?.x ?? 0, (from?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 1, (to?.y ?? 0) + 8, { steps: 4 })
  await page.mouse.up()
  await hands(page, '"two "')
  expect(await aroundOf(page, 'two')).toEqual(['Step 73.', 'two Step 76.', 'Step 77.'])

  await hands(page, 'Control+End', '" end"')
  await expect(step(page, '239. end')).toBeInViewport()
  await hands(page, 'Control+Home', '"First "')
  await expect(textOf(page).getByText('First Step 0.')).toBeInViewport()
  await hands(page, ...Array.from({ length: 40 }, () => 'ArrowDown'), '"*"')
  expect((await written(page)).findIndex((paragraph) => paragraph.includes('*'))).toBe(40)

  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialogOf(page)).toBeHidden()
  const kept = async () => (await storedDay(page, teacher))?.blocks[0]?.description ?? ''
  await expect.poll(kept).toMatch(/^<p>First Step 0\.<\/p><p>Step 1\.<\/p>.*<p>Step 239\. end<\/p>$/)
  expect(await kept()).not.toMatch(/div|group/)
})

test('a teacher turns many paragraphs of a long lesson into a list, undoes it, and copies clean text', { tag: '@full' }, async ({
  page,
}) => {
  await goTo(page, 28, 'Home')
  await hands(page, ...Array.from({ length: 20 }, () => 'Shift+ArrowDown'))
  await dialogOf(page).getByRole('button', { name: 'Bulleted list', exact: true }).click()
  const items = textOf(page).locator('li')
  await expect(items.first()).toHaveText('Step 28.')
  expect(await items.count()).toBeGreaterThan(18)
  await expectAccessible(page)
  await textOf(page).press('Control+z')
  await expect(items).toHaveCount(0)
  expect(await written(page)).toEqual(Array.from({ length: STEPS }, (_, index) => `Step ${index}.`))

  await hands(page, 'Control+a')
  const copied = await textOf(page).evaluate((text) => {
    const clipboardData = new DataTransfer()
    text.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
  expect(copied).toContain('Step 239.')
  expect(copied).not.toMatch(/<div|group/)
})
