import type { CalendarDay } from '#shared/calendar/contract.ts'
import type { call } from '#test/app.ts'

/** Makes a call as a teacher. */
export type Ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => ReturnType<typeof call>

/** Gives a teacher Math at 9:00 on these dates, the first of them with plans called `A`, `B`, … Returns the id of the class. */
export const mathOn = async (ask: Ask, dates: readonly string[], plans: number): Promise<string> => {
  const { id } = (await ask('POST', '/api/classes', { name: 'Math' })).body
  const days = dates.map((date, index) => {
    const description = index < plans ? `<p>${String.fromCharCode(65 + index)}</p>` : ''
    return { date, blocks: [{ id: `m${index}`, title: 'Math', startTime: '09:00', endTime: '09:45', description, classId: id }] }
  })
  const { status, body } = await ask('POST', '/api/calendar/days', { days })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return id
}

/** Returns days as a teacher sees them: a letter for each plan, `-` for a free lesson, in parentheses on a day off. */
export const lineOfDays = async (ask: Ask, { from, to }: { from: string; to: string }): Promise<string> => {
  const days: CalendarDay[] = (await ask('GET', `/api/calendar?from=${from}&to=${to}`)).body
  return days
    .map(({ isBlocked, blocks }) => {
      const texts = blocks.map(({ description }) => description.replace(/<.*?>/g, '') || '-').join('/')
      return isBlocked ? `(${texts})` : texts
    })
    .join(' ')
}
