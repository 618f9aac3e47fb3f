import { expect, test, vi } from 'vitest'
import { clearStores, createStore } from './store.ts'

test('a store notifies its subscribers of new values only', () => {
  const store = createStore('a')
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.set('b')
  store.set('b')
  expect([store.get(), listener.mock.calls.length]).toEqual(['b', 1])
  stop()
  store.set('c')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('clearing resets every store', () => {
  const [plan, dialogs] = [createStore<string | undefined>(undefined), createStore<readonly string[]>([])]
  plan.set('a plan with student notes')
  dialogs.set(['open'])
  clearStores()
  expect([plan.get(), dialogs.get()]).toEqual([undefined, []])
})
