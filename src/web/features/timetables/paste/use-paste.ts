import { useDeferredValue, useState } from 'react'
import { comparedName } from '#shared/classes/rules.ts'
import type { GridClass, Times } from '#web/features/timetables/model/grid.ts'
import { pastedCells } from './cells.ts'
import { lessonsIn, type Meanings } from './pasted-grid.ts'
import { type Direction, pastedWeek } from './pasted-week.ts'
import { type Meaning, wordsIn } from './words.ts'

/** Returns what pasted text means so far: its week, its words with the teacher's answers, and what is wrong with it. */
export const usePaste = (first: string, classes: readonly GridClass[], times: readonly Times[]) => {
  const [text, setText] = useState(first)
  const [direction, setDirection] = useState<Direction>()
  const [answers, setAnswers] = useState<ReadonlyMap<string, Meaning>>(new Map())
  // Typing into the field stays fast while the text is read.
  const { cells, problem } = pastedCells(useDeferredValue(text))
  const week = cells && cells.length > 0 ? pastedWeek(cells, times, direction) : null
  const words = week ? wordsIn(week.rows, classes) : []
  const meanings: Meanings = new Map(words.map(({ word, meaning }) => [comparedName(word), answers.get(comparedName(word)) ?? meaning]))
  return {
    text,
    setText: (typed: string) => {
      setText(typed)
      setDirection(undefined)
      setAnswers(new Map())
    },
    problem,
    week,
    words,
    meanings,
    lessons: week ? lessonsIn(week, meanings) : 0,
    setDirection,
    answer: (word: string, meaning: Meaning) => setAnswers(new Map([...answers, [comparedName(word), meaning]])),
  }
}
