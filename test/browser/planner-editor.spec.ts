import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './both-themes.ts'
import {
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  openWeek,
  settled,
  signUp,
  storeDay,
  storedDay,
  type Teacher,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test, untilQuiet } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const tool = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Text formatting' }).getByRole('button', { name, exact: true })
const save = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
const description = async (page: Page) => (await storedDay(page, teacher))?.blocks[0]?.description

const openNew = async (page: Page) => {
  await dayOf(page)
    .getByRole('button', { name: /^Add a lesson on/ })
    .click()
  await expect(textOf(page)).toBeVisible()
}
const choose = async (page: Page, menu: string | RegExp, choice: string) => {
  await tool(page, menu).click()
  await page
    .getByRole('menuitemradio', { name: choice })
    .or(page.getByRole('menuitem', { name: choice }))
    .or(page.getByRole('menuitemcheckbox', { name: choice }))
    .first()
    .click()
  await expect(textOf(page)).toBeFocused()
  await settled(page)
}
/** Pastes content as the browser does when it was copied from another program. */
const paste = (page: Page, html: string, text = '') =>
  textOf(page).evaluate(
    (element, [html, text]) => {
      const clipboardData = new DataTransfer()
      if (html !== '') clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, text] as const,
  )

test('a teacher uses every editor feature and sees the result in the day, the week and the editor', { tag: '@full' }, async ({ page }) => {
  const type = (text: string) => page.keyboard.type(text)
  const enter = () => page.keyboard.press('Enter')
  await openWeek(page)
  await openNew(page)
  await dialogOf(page).getByLabel('Title').fill('Math')
  await textOf(page).click()
  await choose(page, 'Text style: Normal text', 'Heading 2')
  await type('Fractions')
  await enter()
  await choose(page, 'Text style: Normal text', 'Strikethrough')
  await type('old')
  await choose(page, 'Text style: Normal text', 'Strikethrough')
  await choose(page, 'Colors', 'Red')
  await type(' red')
  await choose(page, 'Colors', 'Automatic')
  await choose(page, 'Colors', 'Yellow')
  await type(' marked')
  await choose(page, 'Colors', 'No highlight')
  await tool(page, 'Underline').click()
  await type(' under')
  await enter()
  await tool(page, 'Underline').click()
  await choose(page, 'Alignment: Left', 'Center')
  await type('middle')
  await enter()
  await choose(page, 'Alignment: Center', 'Left')
  await tool(page, 'Checklist').click()
  await type('glue')
  await enter()
  await type('paper')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('checkbox', { name: 'Done: paper' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'To do: glue' }).check()
  await page.getByRole('checkbox', { name: 'Done: glue' }).uncheck()
  await textOf(page).getByText('paper', { exact: true }).click()
  await page.keyboard.press('End')
  await enter()
  await enter()
  await choose(page, 'Text style: Normal text', 'Quote')
  await type('To be')
  await enter()
  await enter()
  await choose(page, 'Text style: Normal text', 'Code block')
  await type('x < y')
  await page.keyboard.press('ArrowDown')
  await choose(page, 'Table', 'Insert table, 2 columns')
  await type('Time')
  await page.keyboard.press('Tab')
  await type('Group')
  // Undo groups changes made less than half a second apart.
  await page.waitForTimeout(600)
  await choose(page, 'Table', 'Delete row')
  await tool(page, 'Undo').click()
  await choose(page, 'Table', 'Add column right')
  await save(page)
  await expectToast(page, 'Time block created successfully')

  const cell = (tag: string, text = '') => `<${tag}><p>${text}</p></${tag}>`
  const kept =
    '<h2>Fractions</h2><p><s>old</s><span style="color:firebrick"> red</span><mark style="background-color:khaki"> marked</mark><u> under</u></p>' +
    '<p style="text-align:center">middle</p>' +
    `<ul><li style="list-style-type:'☐ '"><p>glue</p></li><li style="list-style-type:'☑ '"><p>paper</p></li></ul>` +
    '<blockquote><p>To be</p></blockquote><pre><code>x &lt; y</code></pre>' +
    `<table><tbody><tr>${cell('th', 'Time')}${cell('th', 'Group')}${cell('th')}</tr>${`<tr>${cell('td').repeat(3)}</tr>`.repeat(2)}</tbody></table>`
  await expect.poll(() => description(page)).toBe(kept)

  await page.reload()
  // The card shows the beginning.
  await expect(lessonsOf(page)).toContainText(['Fractionsold red marked undermiddleglue'])
  await expect(lessonsOf(page).locator('[data-item="☐ "]')).toHaveText('glue')
  await dayOf(page).getByRole('link').first().click()
  const lesson = page.getByRole('listitem').filter({ hasText: 'Fractions' }).first()
  await expect(lesson.getByRole('columnheader')).toHaveText(['Time', 'Group', ''])
  await expect(lesson.getByText('red', { exact: true })).toHaveCSS('color', 'rgb(178, 34, 34)')
  await expect(lesson.getByText('middle')).toHaveCSS('text-align', 'center')
  await expect(lesson.getByRole('listitem').filter({ hasText: 'paper' })).toHaveCSS('list-style-type', '"☑ "')

  // Reopening the lesson in the editor doesn't count as a change.
  await page.getByRole('button', { name: 'Edit Math' }).click()
  await expect(page.getByRole('checkbox', { name: 'Done: paper' })).toBeChecked()
  await textOf(page).getByText('Fractions').click()
  await type('!')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
})

test('a plan pasted from Word, Docs or a web page is cleaned. One that is too long is refused and nothing is lost', {
  tag: '@full',
}, async ({ page }) => {
  await openWeek(page)
  await openNew(page)
  await dialogOf(page).getByLabel('Title').fill('Math')
  await textOf(page).click()
  await page.keyboard.type('Mine.')
  await page.keyboard.press('Enter')
  await paste(
    page,
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0in} --></style></head><body lang=EN-US><!--StartFragment--><p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]><b>Glue</b><o:p></o:p></p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·</span><![endif]>Paper<o:p></o:p></p><!--EndFragment--></body></html>`,
  )
  await expect(textOf(page).getByRole('listitem')).toHaveText(['Glue', 'Paper'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await paste(
    page,
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="color:#000000;font-weight:700;">Docs</span><span style="color:#000000;font-weight:400;"> plan</span></p></b>`,
  )
  await page.keyboard.press('Enter')
  await paste(page, `<div style="color: rgb(33, 37, 41)">Web<img src="/x.png" onerror="window.stolen = 1"><button>Copy</button></div>`)
  await expect(page.getByText('Pictures were left out. Lessons can hold text, tables, and links.')).toBeVisible()

  const before = await textOf(page).innerHTML()
  await paste(page, `<div>${'<p class="x">A line of a very long plan.</p>'.repeat(48_000)}</div>`)
  await expect(page.getByRole('alert')).toContainText(
    /That’s too long to paste: [\d,]+ characters\. A description can hold 200,000\. Nothing changed\./,
  )
  await paste(page, '', 'x'.repeat(2_000_000))
  await expect(page.getByRole('alert')).toContainText('2,000,000 characters')
  expect(await textOf(page).innerHTML()).toBe(before)

  // Each paste fits on its own, but together they exceed the limit. The text remains, with an error that explains why it can't be saved.
  await paste(page, '', 'y'.repeat(120_000))
  await paste(page, '', 'y'.repeat(120_000))
  await save(page)
  await expect(page.getByText('This description is too long. Shorten it, or link to a document.')).toBeVisible()
  // Undo reverts each paste separately.
  await tool(page, 'Undo').click()
  await expect(textOf(page)).toContainText('yyy')
  await tool(page, 'Undo').click()
  await expect(textOf(page)).not.toContainText('yyy')
  await save(page)
  await expectToast(page, 'Time block created successfully')
  await expect
    .poll(() => description(page))
    .toBe('<p>Mine.</p><ul><li><p><strong>Glue</strong></p></li><li><p>Paper</p></li></ul><p><strong>Docs</strong> plan</p><p>Web</p>')
})

/** Closes a tab as a teacher does, and waits until it is closed, which `close` doesn't do by itself then. */
const close = async (page: Page) => {
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
}

test('a lesson typed just before the tab closed is saved, or waits on this device', { tag: '@full' }, async ({ page, context }) => {
  await openWeek(page)
  await openNew(page)
  await textOf(page).click()
  await page.keyboard.type('Clay')
  await dialogOf(page).getByLabel('Title').fill('Art')
  await close(page)

  const again = await context.newPage()
  await openWeek(again, '2026-12-02')
  const waits = () => again.getByRole('region', { name: 'Unsaved lesson' }).isVisible()
  const isSaved = async () => (await storedDay(again, teacher))?.blocks.some(({ title }) => title === 'Art') === true
  await expect.poll(async () => (await waits()) || (await isSaved())).toBe(true)
})

test('text typed before the tab closed is restored until it is saved or discarded, or the teacher signs out', {
  tag: '@full',
}, async ({ page, context }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await openNew(page)
  await textOf(page).click()
  // A closing tab saves a lesson that has a title.
  await page.keyboard.type('Clay')
  await close(page)

  const again = await context.newPage()
  await openWeek(again, '2026-12-02')
  const reminder = again.getByRole('region', { name: 'Unsaved lesson' })
  await expect(reminder).toContainText('A lesson on Wed, Nov 18, isn’t saved yet')
  await expectAccessible(again)
  await reminder.getByRole('button', { name: 'Continue' }).click()
  await expect(again).toHaveURL(/date=2026-11-18/)
  const dialog = dialogOf(again)
  await expect(dialog.getByText('Your unsaved text is back.')).toBeVisible()
  await expect(textOf(again)).toHaveText('Clay')
  await dialog.getByLabel('Title').fill('Art')
  await save(again)
  await expectToast(again, 'Time block created successfully')
  await expect(reminder).toHaveCount(0)
  await openNew(again)
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await again.keyboard.press('Escape')

  await lessonsOf(again).filter({ hasText: 'Math' }).click()
  await textOf(again).click()
  await again.keyboard.press('Control+End')
  await again.keyboard.type(' and quiz')
  await again.reload()
  const sign = lessonsOf(again).filter({ hasText: 'Math' }).getByText('Unsaved draft')
  await expect(sign).toBeVisible()
  await lessonsOf(again).filter({ hasText: 'Math' }).click()
  await expect(textOf(again)).toHaveText('Math and quiz')
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expect(textOf(again)).toHaveText('Math')
  await again.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(sign).toBeHidden()

  await lessonsOf(again).filter({ hasText: 'Math' }).click()
  await dialog.getByLabel('Title').fill('Algebra')
  await again.reload()
  const drafts = () => again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length)
  await expect.poll(() => drafts()).toBe(1)
  await again.getByRole('button', { name: /maya-/ }).click()
  await untilQuiet(again)
  await again.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(again).toHaveURL(/\/auth/)
  // Signing out loads the sign-in page, which may take a moment.
  await expect(async () => expect(await drafts()).toBe(0)).toPass()
})

test('a long lesson opens on nearly the whole screen. Collapse keeps its text, and Save & Close saves it', { tag: '@full' }, async ({
  page,
}) => {
  await openWeek(page)
  await openNew(page)
  await textOf(page).click()
  await page.keyboard.type('Goal')
  expect((await textOf(page).boundingBox())?.height, 'the text has the height that the window leaves').toBeGreaterThan(200)
  await expect(dialogOf(page).getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
  await dialogOf(page).getByRole('button', { name: 'Expand' }).click()
  const details = page.getByRole('dialog', { name: 'Lesson Plan Details' })
  await expect(textOf(page)).toBeFocused()
  expect((await textOf(page).boundingBox())?.height).toBeGreaterThan(350)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' of the day')
  await details.getByRole('button', { name: 'Collapse' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Time Block' })).toBeVisible()
  await expect(textOf(page)).toBeFocused()

  await dialogOf(page).getByRole('button', { name: 'Expand' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(': halves')
  await details.getByRole('button', { name: 'Save & Close' }).click()
  await expect(dialogOf(page).getByText('Please fill in all required fields')).toBeVisible()
  await expect(dialogOf(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Math')
  await dialogOf(page).getByRole('button', { name: 'Expand' }).click()
  await expect(page.getByRole('dialog', { name: 'Lesson Plan Details: Math' })).toContainText('8:00 – 8:45 AM, Wed, Nov 18')
  await details.getByRole('button', { name: 'Save & Close' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(lessonsOf(page)).toContainText(['Goal of the day: halves'])
  await expectToast(page, 'Time block created successfully')
})

test('a teacher without a mouse formats, links and saves', async ({ page }) => {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await lessonsOf(page).first().focus()
  await press('Enter')
  await expect(textOf(page)).toBeVisible()
  await dialogOf(page).getByLabel('End').focus()
  // A single Tab stop enters the toolbar, arrow keys move within it, and Tab leaves it for the text.
  await tool(page, /^Text style/).focus()
  await press('ArrowRight')
  await expect(tool(page, 'Bold')).toBeFocused()
  await press('Home')
  await expect(tool(page, /^Text style/)).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Normal text' })).toBeFocused()
  for (const name of ['Heading 1', 'Heading 2']) {
    await press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { name })).toBeFocused()
  }
  await press('Enter')
  await expect(textOf(page)).toBeFocused()
  await expect(textOf(page).getByRole('heading', { level: 2 })).toHaveText('Math')
  await press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Write with AI' })).toBeFocused()
  await press('Tab')
  await expect(textOf(page)).toBeFocused()
  await settled(page)
  await press('Control+End')
  await settled(page)
  await press('Control+Shift+8')
  await expect(tool(page, 'Bulleted list')).toHaveAttribute('aria-pressed', 'true')
  await expect(tool(page, 'Bulleted list')).toHaveAttribute('data-tip', 'Bulleted list (Ctrl+Shift+8)')
  await page.keyboard.type('Quiz ')
  await press('Control+k')
  await page.keyboard.type('example.org/quiz')
  // On a slow machine, the next frame may be late. Text typed before that frame belongs to the lesson.
  await page.evaluate(() => {
    const nextFrame = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => window.setTimeout(() => nextFrame(callback), 300)
  })
  await press('Enter')
  await page.keyboard.type(' first')
  await press('Control+Enter')
  await expectToast(page, 'Time block updated successfully')
  await expect
    .poll(() => description(page))
    .toBe(
      '<h2>Math</h2><ul><li><p>Quiz <a href="https://example.org/quiz" target="_blank" rel="noopener noreferrer nofollow">example.org/quiz</a> first</p></li></ul>',
    )
})

test('a lesson in colors is accessible where it is read and written, in both themes', { tag: '@full' }, async ({ page }) => {
  const colors = ['firebrick', 'saddlebrown', 'darkgreen', 'mediumblue', 'rebeccapurple', '#ffee00', 'gray']
  const marks = ['khaki', 'palegreen', 'powderblue', 'mistyrose', '#333']
  const text = [
    ...colors.map((color) => `<p><span style="color:${color}">${color}</span></p>`),
    ...marks.map((color) => `<p><mark style="background-color:${color}"><span style="color:firebrick">${color}</span> ink</mark></p>`),
    `<ul><li style="list-style-type:'☐ '"><p>glue</p></li></ul><table><tbody><tr><th><p>Time</p></th></tr><tr><td><p>9:00</p></td></tr></tbody></table>`,
  ].join('')
  await storeDay(page, teacher, { blocks: [{ ...block('Math'), description: text }] })
  await page.goto(`/dashboard?view=day&date=${WEDNESDAY}`)
  await expect(page.getByText('firebrick', { exact: true }).first()).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Edit Math' }).click()
  await dialogOf(page).getByRole('button', { name: 'Expand' }).click()
  await expectAccessibleInBoth(page)
  await tool(page, 'Colors').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
})
