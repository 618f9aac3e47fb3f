import type { MarkedText } from '#shared/search/contract.ts'

/** A text with what was looked for marked: by more than colour, since it is bold too. */
export const MarkedWords = ({ pieces }: { pieces: MarkedText }) =>
  pieces.map((piece, place) =>
    place % 2 === 1 ? (
      <mark key={place} className="rounded-sm bg-brass-soft font-semibold text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
