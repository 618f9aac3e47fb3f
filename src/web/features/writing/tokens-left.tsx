import type { Reply } from '#shared/endpoint.ts'
import type { ai } from '#shared/writing/contract.ts'

export type AiStatus = Reply<typeof ai.aiStatus>

/** Shows the share of this month's tokens that remains, as a bar and as text. */
export const TokensLeft = ({ tokensRemaining, tokensAllowance }: AiStatus) => (
  <p
    title={`${tokensRemaining.toLocaleString('en-US')} tokens left`}
    className="flex items-center gap-2 text-caption font-semibold whitespace-nowrap max-[359px]:text-right max-[359px]:whitespace-normal text-ink-soft tabular"
  >
    <span aria-hidden="true" className="block max-sm:hidden h-1.5 w-11 overflow-hidden rounded-full bg-line">
      <span className="block h-full bg-brand" style={{ width: `${(100 * tokensRemaining) / Math.max(tokensAllowance, 1)}%` }} />
    </span>
    {Math.ceil((100 * tokensRemaining) / Math.max(tokensAllowance, 1))}% left this month
  </p>
)
