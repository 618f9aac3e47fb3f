import { clsx } from 'clsx'
import { ArrowRight, Check } from 'lucide-react'
import { comparedName } from '#shared/classes/rules.ts'
import type { GridClass } from '#web/features/timetables/model/grid.ts'
import { Select } from '#web/ui/field.tsx'
import type { Meanings } from './pasted-grid.ts'
import { isLeftOut, type Meaning, type Word } from './words.ts'

const UNANSWERED = 'unanswered'
const NEW = 'new'
const NONE = 'none'

const optionOf = (meaning: Meaning | null): string => {
  if (!meaning) return UNANSWERED
  return meaning.kind === 'class' ? meaning.classId : meaning.kind === 'new' ? NEW : NONE
}

const CHIP = 'h-8 rounded-full border border-line-control bg-surface px-3 text-caption font-semibold hover:border-line-strong touch:h-11'

type WordRowProps = { word: Word; meaning: Meaning | null; classes: readonly GridClass[]; onAnswer: (meaning: Meaning) => void }

/** A pasted word and the class that it means. A word that isn't clear offers the likeliest classes as buttons. */
const WordRow = ({ word: { word, choices }, meaning, classes, onAnswer }: WordRowProps) => {
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  // A word can be short for another one that becomes a class.
  const newName = meaning?.kind === 'new' ? meaning.name : word
  const choose = (value: string) => {
    if (value === NEW) onAnswer({ kind: 'new', name: newName })
    else onAnswer(value === NONE ? { kind: 'none' } : { kind: 'class', classId: value })
  }
  return (
    <li className={clsx('grid gap-2 border-t border-line px-3 py-2 first:border-t-0', meaning === null && 'bg-brand-soft')}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1.5fr)_auto] items-center gap-2 text-label">
        <span className="leading-tight text-ink-soft">{word}</span>
        <ArrowRight aria-hidden="true" className="size-3.5 text-ink-soft" />
        <Select aria-label={`What ${word} means`} value={optionOf(meaning)} onChange={({ target }) => choose(target.value)}>
          {meaning === null && <option value={UNANSWERED}>Which class?</option>}
          {classes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={NEW}>{newName === word ? 'New class' : `New: ${newName}`}</option>
          <option value={NONE}>Leave empty</option>
        </Select>
        {meaning === null ? <span className="size-3.5" /> : <Check aria-hidden="true" className="size-3.5 text-ink-soft" />}
      </div>
      {meaning === null && (
        <div className="flex flex-wrap gap-1.5">
          {choices.slice(0, 4).map((id) => (
            <button key={id} type="button" className={CHIP} onClick={() => choose(id)}>
              {names.get(id)}
            </button>
          ))}
          <button type="button" className={CHIP} onClick={() => choose(NEW)}>
            New class
          </button>
        </div>
      )}
    </li>
  )
}

type WordListProps = {
  words: readonly Word[]
  meanings: Meanings
  classes: readonly GridClass[]
  onAnswer: (word: string, meaning: Meaning) => void
}

/** The words of a pasted week, each with the class that it means. Words for lunch and the like come last. */
export const WordList = ({ words, meanings, classes, onAnswer }: WordListProps) => {
  const meaningOf = ({ word }: Word) => meanings.get(comparedName(word)) ?? null
  const open = words.filter((word) => meaningOf(word) === null).length
  const inOrder = [...words].sort((a, b) => Number(isLeftOut(a.word)) - Number(isLeftOut(b.word)))
  return (
    <section aria-labelledby="pasted-classes" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 id="pasted-classes" className="flex-1 font-text text-caption font-semibold tracking-normal text-ink-soft">
          Your classes
        </h3>
        <p aria-live="polite" className="text-caption font-semibold">
          {`${words.length - open} found${open > 0 ? `, ${open} to choose` : ''}`}
        </p>
      </div>
      <ul className="rounded-card border border-line bg-surface">
        {inOrder.map((word) => (
          <WordRow
            key={comparedName(word.word)}
            word={word}
            meaning={meaningOf(word)}
            classes={classes}
            onAnswer={(meaning) => onAnswer(word.word, meaning)}
          />
        ))}
      </ul>
    </section>
  )
}
