const KEYS = [
  { sign: 'today', label: 'Today' },
  { sign: 'blocked', label: 'Non-instructional' },
  { sign: 'note', label: 'Has notes' },
  { sign: 'alert', label: 'Has alerts' },
] as const

/** The legend for the month's colors and symbols. */
export const MonthLegend = () => (
  <ul aria-label="Legend" className="month-legend">
    {KEYS.map(({ sign, label }) => (
      <li key={sign}>
        <span aria-hidden="true" className="month-day" {...{ [`data-${sign}`]: '' }} />
        {label}
      </li>
    ))}
  </ul>
)
