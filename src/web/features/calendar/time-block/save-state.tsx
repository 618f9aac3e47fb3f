import { clsx } from 'clsx'
import { Check, CircleAlert, Hourglass, Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { useOnline } from '#web/lib/net/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { useSitting } from './use-sitting.ts'

const SIZE = 'size-4 shrink-0'
const UNDO = <Undo2 className="size-4" />
const REDO = <Redo2 className="size-4" />

type SaveStateProps = Pick<
  ReturnType<typeof useSitting>,
  'state' | 'isDirty' | 'need' | 'keptAt' | 'canUndo' | 'canRedo' | 'undo' | 'redo'
> & { onRetry: () => void }

type Told = { icon?: ReactNode; words: string; look?: string; isNews?: boolean }

/** Returns what the head of the dialog says about the save. `isNews` is true if a screen reader announces it. */
const useWords = ({ state, isDirty, need, keptAt }: SaveStateProps): Told => {
  const { unreached } = useSaveStatus()
  const isOnline = useOnline()
  const isSaving = isDirty || state.underWay > 0
  if (state.failure !== null && !isSaving)
    return { icon: <CircleAlert className={SIZE} />, words: 'Not saved', look: 'font-semibold text-blocked', isNews: true }
  if (need !== null && !isSaving) return { words: need, look: 'font-semibold text-brass-ink', isNews: true }
  if (isSaving && (!isOnline || unreached > 0))
    return { icon: <Hourglass className={clsx(SIZE, 'text-brass-ink')} />, words: 'Offline. Will save later', isNews: true }
  if (isSaving) return { icon: <Spinner className={SIZE} />, words: 'Saving…' }
  if (state.hasSaved || (state.known && keptAt === null)) return { icon: <Check className={clsx(SIZE, 'text-note')} />, words: 'Saved' }
  return { words: '' }
}

/** Says whether the lesson is saved, always in the same place in the head of its dialog, with the Undo that takes back the whole sitting. */
export const SaveState = (props: SaveStateProps) => {
  const { state, isDirty, canUndo, canRedo, undo, redo, onRetry } = props
  const { icon, words, look = 'text-ink-soft', isNews = false } = useWords(props)
  const mayRetry = state.failure !== null && !isDirty && state.underWay === 0
  const [label, reverse, arrow] = canRedo ? (['Redo', redo, REDO] as const) : (['Undo', undo, UNDO] as const)
  return (
    <div className="flex min-h-9 min-w-0 items-center gap-1 text-label phone:order-last phone:min-h-11 phone:basis-full phone:short:min-h-6">
      {/* Not announced on each pause: a screen reader would talk into the teacher's typing. */}
      <p role="status" className="sr-only">
        {isNews && words}
      </p>
      <p aria-hidden={isNews || undefined} data-save-state className={clsx('flex min-w-0 items-center gap-1.5 leading-tight', look)}>
        {icon}
        {words}
      </p>
      {mayRetry && (
        <Button variant="ghost" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
      {/* Keeps its place, so that nothing beside it moves. */}
      <span className="flex min-w-[88px] justify-end phone:min-w-11">
        {(canUndo || canRedo) && (
          <Button variant="ghost" size="sm" icon={arrow} data-tip={`${label} your changes`} className="phone:w-11" onClick={reverse}>
            <span className="phone:sr-only">{label}</span>
          </Button>
        )}
      </span>
    </div>
  )
}
