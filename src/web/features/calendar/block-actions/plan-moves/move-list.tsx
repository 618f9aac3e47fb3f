import { ArrowRight, Copy, Inbox, Lock } from 'lucide-react'
import { type MoveRow, moveCounts, moveRows, type Seen } from './move-words.ts'

const ICONS = {
  moves: <ArrowRight className="size-3" />,
  copied: <Copy className="size-3" />,
  stays: <Lock className="size-3" />,
  unplaced: <Inbox className="size-3" />,
}

const Row = ({ from, is, to, words }: MoveRow) => (
  <span className="grid grid-cols-[46px_12px_56px_minmax(0,1fr)] items-center gap-x-1.5 leading-5 whitespace-nowrap">
    <b className="font-semibold tabular">{from}</b>
    <span className="text-ink-soft">{ICONS[is]}</span>
    <b className="font-semibold tabular">{to}</b>
    <span className="truncate text-right text-ink-soft">{words}</span>
  </span>
)

/** The plans of a move: the first ones, how many others move, and those that stay or lose their lesson. */
export const MoveRows = ({ seen }: { seen: Seen }) => {
  const { first, more, last } = moveRows(seen)
  return (
    <span className="grid text-small">
      {first.map((row) => (
        <Row {...row} key={row.key} />
      ))}
      {more > 0 && <span className="leading-4 text-ink-soft">{more} more</span>}
      {last.map((row) => (
        <Row {...row} key={row.key} />
      ))}
    </span>
  )
}

/** The foot of a lesson's menu: what the move that is pointed at does, or the first possible one. Its height doesn't change. */
export const MoveFoot = ({ seen, name }: { seen: Seen; name: string | undefined }) => (
  <div className="mt-1.5 min-h-[118px] rounded-lg bg-sunken px-3 py-2">
    <p className="mb-1 text-caption font-semibold">{[name, moveCounts(seen)].filter(Boolean).join(': ')}</p>
    <MoveRows seen={seen} />
  </div>
)
