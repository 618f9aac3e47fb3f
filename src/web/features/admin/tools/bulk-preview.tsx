import { CircleAlert } from 'lucide-react'
import type { BulkChange } from '#shared/admin/tools/contract.ts'
import { formatNumber } from '../figures.ts'
import type { BulkPreview } from './data.ts'

/** Maximum number of lines to show. */
const SHOWN = 100

export const peopleOf = (count: number): string => (count === 1 ? '1 person' : `${formatNumber(count)} people`)
const stepOf = ({ from, to }: { from: string | null; to: string | null }): string => `${from ?? 'none'} → ${to ?? 'none'}`

const Changes = ({ changes }: { changes: readonly BulkChange[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: A scroll container must be reachable by keyboard.
  <section aria-label="Preview" tabIndex={0} className="max-h-72 overflow-auto rounded-control border border-line">
    <table className="w-full text-control">
      <thead>
        <tr className="bg-sunken text-small text-ink-soft">
          {['Line', 'Email', 'Plan until', 'AI until'].map((title) => (
            <th key={title} scope="col" className="px-3 py-1.5 text-left font-medium whitespace-nowrap">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, SHOWN).map(({ line, email, plan, ai }) => (
          <tr key={line} className="border-t border-line">
            <td className="px-3 py-2 tabular">{line}</td>
            <td className="px-3 py-2">{email}</td>
            <td className="px-3 py-2 whitespace-nowrap tabular">{plan ? stepOf(plan) : 'no change'}</td>
            <td className="px-3 py-2 whitespace-nowrap tabular">{ai ? stepOf(ai) : 'no change'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Problems = ({ problems }: Pick<BulkPreview, 'problems'>) => (
  <div role="alert" className="rounded-control bg-blocked-soft px-3.5 py-3 text-blocked">
    <p className="flex items-center gap-2 font-semibold">
      <CircleAlert className="size-4 shrink-0" />
      {problems.length === 1 ? '1 line has a problem.' : `${formatNumber(problems.length)} lines have problems.`} Fix the file, then choose
      it again.
    </p>
    <ul className="mt-2 max-h-48 overflow-auto">
      {problems.slice(0, SHOWN).map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          Line {line}: {message}
        </li>
      ))}
    </ul>
  </div>
)

/** The changes that a file would make, or its problems. */
export const BulkPreviewPart = ({ preview: { changes, unchanged, problems } }: { preview: BulkPreview }) =>
  problems.length > 0 ? (
    <Problems problems={problems} />
  ) : (
    <>
      <p role="status">
        <strong>{peopleOf(changes.length)} would change.</strong> {unchanged > 0 && `No changes for ${peopleOf(unchanged)}. `}
        {changes.length > SHOWN && `Showing the first ${SHOWN}.`}
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
    </>
  )
