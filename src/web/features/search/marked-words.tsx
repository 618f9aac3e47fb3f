import type { MarkedText } from '#shared/calendar/search/contract.ts'

/** Text with the matches highlighted by both weight and color. */
export const MarkedWords = ({ pieces }: { pieces: MarkedText }) =>
  pieces.map((piece, place) =>
    place % 2 === 1 ? (
      <mark key={place} className="rounded-tiny bg-brand/15 px-0.5 font-semibold text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
