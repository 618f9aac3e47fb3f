import { describe, expect, test } from 'vitest'
import { filledIn, tidied } from './stored-prompts.ts'

describe('a selected prompt', () => {
  test('has its bracketed text selected, without the brackets', () => {
    const { text, from, to } = filledIn('Shorten this lesson to [30] minutes.')
    expect(text).toBe('Shorten this lesson to 30 minutes.')
    expect(text.slice(from, to)).toBe('30')
  })

  test('has the cursor at its end if it has no brackets', () => {
    expect(filledIn('Write an outline.')).toEqual({ text: 'Write an outline.', from: 17, to: 17 })
    expect(filledIn('[$&] costs').text).toBe('$& costs')
  })
})

describe('prompts that a teacher has edited', () => {
  test('are trimmed, without empty ones; a prompt without a name is named after its first words', () => {
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
