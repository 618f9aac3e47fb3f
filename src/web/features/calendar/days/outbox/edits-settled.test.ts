import { expect, test } from 'vitest'
import { idle, onAPage, outcomeOf, wait } from '#test/outbox-page.ts'
import { conflictQuestions } from '#web/features/calendar/days/conflict-question.ts'
import { pending } from '#web/features/calendar/days/pending.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { watchUnreached } from '#web/lib/net/save-status.ts'
import { editsSettled } from './edits-settled.ts'

onAPage()

const edit = (calendarId: string) => ({ id: calendarId, calendarId }) as PendingEdit
const question = (isLate: boolean) => ({ id: 'ask', isLate }) as ReturnType<typeof conflictQuestions.get>[number]
const settled = async () => {
  const outcome = outcomeOf(editsSettled('mine'))
  await idle()
  return outcome
}

test('nothing to send is settled at once, also while another calendar has something', async () => {
  expect(await settled()).toEqual({ isDone: true, value: true })
  pending.set([edit('school')])
  expect(await settled()).toEqual({ isDone: true, value: true })
})

test('edits are settled when the server has answered all of them', async () => {
  pending.set([edit('mine')])
  const outcome = await settled()
  await wait(1000)
  expect(outcome.isDone).toBe(false)
  pending.set([])
  await wait(100)
  expect(outcome).toEqual({ isDone: true, value: true })
})

test('an edit that doesn’t reach the server isn’t waited for', async () => {
  pending.set([edit('mine')])
  void watchUnreached(() => new Promise(() => undefined))
  expect(await settled()).toEqual({ isDone: true, value: false })
})

test('a question that waits in the list isn’t waited for, and one on screen is', async () => {
  pending.set([edit('mine')])
  conflictQuestions.set([question(false)])
  const outcome = await settled()
  expect(outcome.isDone).toBe(false)
  conflictQuestions.set([question(false), question(true)])
  await wait(100)
  expect(outcome).toEqual({ isDone: true, value: false })
})
