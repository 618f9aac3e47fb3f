import { expect, test } from 'vitest'
import { readUsersPlace } from './users-address.ts'

const ID = '7b1d8f1e-7e0a-4c54-9f5b-1d2c3a4b5c6d'
const unfiltered = { status: undefined, order: 'newest' }

test.each([
  ['', { view: 'all', page: 1, person: null, ...unfiltered }],
  [`?tab=users&page=3&person=${ID}`, { view: 'all', page: 3, person: ID, ...unfiltered }],
  ['?tab=users&view=search', { view: 'search', page: 1, person: null, ...unfiltered }],
  ['?view=nothing&page=0&person=ann', { view: 'all', page: 1, person: null, ...unfiltered }],
  ['?status=TRIAL&order=active', { view: 'all', page: 1, person: null, status: 'TRIAL', order: 'active' }],
  ['?status=trial&order=oldest', { view: 'all', page: 1, person: null, ...unfiltered }],
  ['?page=-1', { view: 'all', page: 1, person: null, ...unfiltered }],
  ['?page=99999999999', { view: 'all', page: 1, person: null, ...unfiltered }],
])('%s names its place', (search, place) => {
  expect(readUsersPlace(search)).toEqual(place)
})
