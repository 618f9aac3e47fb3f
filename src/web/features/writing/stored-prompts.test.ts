import { describe, expect, test } from 'vitest'
import { filledIn, tidied } from './stored-prompts.ts'

describe('a prompt that is chosen', () => {
  test('has what stands in brackets selected, without the brackets', () => {
    const { text, from, to } = filledIn('Shorten this lesson to [30] minutes.')
    expect(text).toBe('Shorten this lesson to 30 minutes.')
    expect(text.slice(from, to)).toBe('30')
  })

  test('is gone on with at its end where nothing is left to say', () => {
    expect(filledIn('Write an outline.')).toEqual({ text: 'Write an outline.', from: 17, to: 17 })
    expect(filledIn('[$&] costs').text).toBe('$& costs')
  })
})

describe('prompts that a teacher has edited', () => {
  test('are kept trimmed, without empty ones, and one without a name is called by its first words', () => {
    const rows = [
      { name: ' Stations ', text: ' Four stations. ' },
      { name: 'Nothing', text: ' ' },
      { name: '', text: 'Write a song about it' },
    ]
    expect(tidied(rows, 12)).toEqual([
      { name: 'Stations', text: 'Four stations.' },
      { name: 'Write a song', text: 'Write a song about it' },
    ])
  })
})
