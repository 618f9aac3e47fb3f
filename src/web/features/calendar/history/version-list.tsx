import { useId } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { whenInWords } from '#web/features/people/when-in-words.ts'
import { Button } from '#web/ui/button.tsx'
import type { DayVersion } from './day-versions.ts'

const MOST_CHANGES = 3

const changesInWords = ({ changes, isUndo, day }: DayVersion): string => {
  if (changes.length === 0) return day ? 'Earlier version' : 'Nothing planned'
  const shown = changes.slice(0, MOST_CHANGES).join('; ')
  const more = changes.length > MOST_CHANGES ? ` and ${changes.length - MOST_CHANGES} more` : ''
  return `${isUndo ? 'Undo: ' : ''}${shown}${more}`
}

type VersionListProps = {
  user: User
  versions: readonly DayVersion[]
  chosen: string
  onChoose: (key: string) => void
  isLoading: boolean
  /** Loads older versions. Undefined if all versions are listed. */
  onOlder: (() => void) | undefined
}

/** Lists a day's versions, newest first. A radio group, so that the arrow keys move between versions. */
export const VersionList = ({ user, versions, chosen, onChoose, isLoading, onOlder }: VersionListProps) => {
  const name = useId()
  return (
    <div className="grid content-start gap-1 sm:max-h-[52dvh] sm:overflow-y-auto">
      <div role="radiogroup" aria-label="Versions of this day" className="grid content-start gap-1">
        {versions.map((version, position) => (
          <label
            key={version.key}
            className="relative block rounded-control px-3 py-2 hover:bg-sunken has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={version.key}
              checked={version.key === chosen}
              onChange={() => onChoose(version.key)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
            />
            <span className="block text-label font-semibold tabular">
              {version.at ? whenInWords(version.at, user) : 'Earlier'}
              {position === 0 && ' · current version'}
            </span>
            <span className="block text-label text-ink-soft">{changesInWords(version)}</span>
          </label>
        ))}
      </div>
      {onOlder && (
        <Button variant="ghost" size="sm" busy={isLoading} onClick={onOlder}>
          Show older
        </Button>
      )}
    </div>
  )
}
