import { addLesson, dayOf, lessonsOf, signUp, storedDay } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

/** The same instant for every zone: 8:30 PM on November 18 in London. */
const NOW = '2026-11-18T20:30:00Z'

for (const { zone, today, clock } of [
  { zone: 'Pacific/Kiritimati', today: '2026-11-19', clock: '10:30 AM' },
  { zone: 'America/Los_Angeles', today: '2026-11-18', clock: '12:30 PM' },
  { zone: 'Asia/Kathmandu', today: '2026-11-19', clock: '2:15 AM' },
])
  test.describe(`in ${zone}`, { tag: zone === 'Pacific/Kiritimati' ? [] : '@full' }, () => {
    test.use({ timezoneId: zone })
    test('a teacher sees and plans by their local date and reads their local time', async ({ page, context }) => {
      const teacher = await signUp(context, zone)
      await context.clock.setFixedTime(NOW)
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Week of November 16, 2026')
      await expect(dayOf(page, today).getByRole('link')).toHaveAttribute('aria-current', 'date')
      await addLesson(page, today, { title: 'Math', start: '00:00', end: '12:00' })
      await expect(lessonsOf(page, today)).toContainText(['12:00 AM – 12:00 PM'])
      await expectToast(page, 'Time block created successfully')
      await expect(dayOf(page, today).getByText(`Now ${clock}`)).toBeVisible()
      await expect.poll(async () => (await storedDay(page, teacher, today))?.blocks.map(({ title }) => title)).toEqual(['Math'])
      await page.keyboard.press('d')
      await expect(page).toHaveURL(new RegExp(`view=day&date=${today}`))
    })
  })
