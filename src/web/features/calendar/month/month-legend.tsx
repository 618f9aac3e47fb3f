const KEYS = [
  { sign: 'today', words: 'Today' },
  { sign: 'blocked', words: 'Non-instructional' },
  { sign: 'note', words: 'Has notes' },
  { sign: 'alert', words: 'Has alerts' },
] as const

/** What the month's colours and signs mean. */
export const MonthLegend = () => (
  <ul aria-label="Legend" className="month-legend">
    {KEYS.map(({ sign, words }) => (
      <li key={sign}>
        <span aria-hidden="true" className="month-day" data-key={sign} {...{ [`data-${sign}`]: '' }} />
        {words}
      </li>
    ))}
  </ul>
)
