import { useEffect, useId, useRef, useState } from 'react'
import { linesUpTo, namedPlaces } from './chart-scale.ts'

type Point = {
  /** `name` is the label below the chart, `fullName` the label for screen readers. */
  name: string
  fullName: string
  /** Null if unknown. */
  value: number | null
  /** True if the period is still in progress. */
  isOpen?: boolean
}

type ChartProps = {
  kind: 'bars' | 'line'
  /** Headings for the screen reader table. */
  label: string
  pointLabel: string
  points: readonly Point[]
  /** The scale extends to at least this value. */
  atLeast?: number
  format: (value: number) => string
}

const HEIGHT = 230
/** A chart this narrow is lower, so that a phone shows more than one. */
const [NARROW, LOW] = [480, 168]
const [TOP, BOTTOM, LEFT] = [24, 26, 42]
/** Width of a label below the chart, in pixels. */
const NAME_WIDTH = 40
/** Half the width of a value's label, in pixels. */
const LABEL_ROOM = 24

/** Returns a ref and the width of its element, in pixels. */
const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

/** A point with its pixel position. */
type Placed = Point & { x: number; y: number }

const Bars = ({ points, barWidth, floor, hatch }: { points: readonly Placed[]; barWidth: number; floor: number; hatch: string }) => (
  <>
    <defs>
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-brand-soft" />
        <rect width="2.4" height="6" className="fill-brand" />
      </pattern>
    </defs>
    {points.map(({ name, fullName, value, isOpen, x, y }) => {
      const height = floor - y
      return (
        value !== null &&
        height > 0 && (
          <path
            key={fullName}
            data-name={name}
            d={`M${x - barWidth / 2} ${floor}V${y + Math.min(3, height)}q0 -3 3 -3h${barWidth - 6}q3 0 3 3V${floor}z`}
            className={isOpen ? '' : 'fill-brand'}
            {...(isOpen && { fill: `url(#${hatch})` })}
          />
        )
      )
    })}
  </>
)

/** Returns the stretches of points without a gap. A point whose value is unknown is a gap. */
const stretchesOf = (points: readonly Placed[]): Placed[][] =>
  points.reduce<Placed[][]>(
    (stretches, point) => {
      if (point.value === null) stretches.push([])
      else stretches.at(-1)?.push(point)
      return stretches
    },
    [[]],
  )

const pathOf = (points: readonly Placed[]): string => points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** A line without gaps. Its last piece is dashed if it leads to a period that is still in progress. */
const Stretch = ({ points, floor }: { points: readonly Placed[]; floor: number }) => {
  const over = points.filter(({ isOpen }) => !isOpen)
  const [first, last] = [over[0], over.at(-1)]
  const path = pathOf(over)
  return (
    <>
      {first && last && <path d={`${path}L${last.x} ${floor}L${first.x} ${floor}Z`} className="fill-note opacity-10" />}
      <path d={path} fill="none" strokeWidth="2.5" strokeLinejoin="round" className="stroke-note" />
      {over.length < points.length && (
        <path d={pathOf(points.slice(-2))} fill="none" strokeWidth="2.5" strokeDasharray="5 5" className="stroke-note" />
      )}
      {points.map(({ fullName, x, y, isOpen }) => (
        <circle
          key={fullName}
          cx={x}
          cy={y}
          r={isOpen ? 4.5 : 3.5}
          strokeWidth="2"
          className={`stroke-note ${isOpen ? 'fill-note-soft' : 'fill-surface'}`}
        />
      ))}
    </>
  )
}

const Line = ({ points, floor }: { points: readonly Placed[]; floor: number }) =>
  stretchesOf(points).map((stretch, at) => <Stretch key={at} points={stretch} floor={floor} />)

/** Returns the y position of the previous point, or the point's own if it is the first. */
const yBefore = (points: readonly Placed[], point: Placed): number => points[points.indexOf(point) - 1]?.y ?? point.y

/**
 * Returns the position of a value's label, kept within the chart. `isBelow` puts the label below its point, where it can't collide with a
 * falling line.
 */
const placeOfLabel = ({ x, y }: Placed, { width, isBelow }: { width: number; isBelow: boolean }) => {
  const isAtEdge = x + LABEL_ROOM > width
  return { x: isAtEdge ? width : x, y: isBelow ? y + 20 : y - 9, textAnchor: isAtEdge ? ('end' as const) : ('middle' as const) }
}

/**
 * A single-series chart. A period that is still in progress is drawn as a hatched bar, or as a larger point at the end of a dashed line.
 * Unknown values are gaps. The highest and last values are labeled. A table for screen readers lists all values.
 */
export const Chart = ({ kind, label, pointLabel, points, atLeast = 0, format }: ChartProps) => {
  const [ref, width] = useWidth()
  const hatch = useId().replace(/\W/g, '')
  const highest = Math.max(atLeast, ...points.map(({ value }) => value ?? 0))
  const lines = linesUpTo(highest)
  const top = lines.at(-1) ?? 1
  const height = width > 0 && width < NARROW ? LOW : HEIGHT
  const floor = height - BOTTOM
  const each = Math.max(1, width - LEFT) / Math.max(1, points.length)
  const yOf = (value: number) => floor - (value / top) * (floor - TOP)
  const placed = points.map((point, place) => ({ ...point, x: LEFT + each * (place + 0.5), y: yOf(point.value ?? 0) }))
  const named = namedPlaces(points.length, Math.floor((width - LEFT) / NAME_WIDTH))
  const peak = placed.find(({ value }) => value !== null && value > 0 && value === Math.max(...points.map((point) => point.value ?? 0)))
  const last = placed.findLast(({ value }) => value !== null)
  return (
    <div ref={ref} className="mt-4 min-w-0">
      <svg aria-hidden="true" width={width} height={height} className="block overflow-visible fill-ink-soft text-small tabular">
        {lines.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width} y1={yOf(value)} y2={yOf(value)} className={value === 0 ? 'stroke-line-strong' : 'stroke-line'} />
            <text x={LEFT - 8} y={yOf(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        {kind === 'bars' ? (
          <Bars points={placed} barWidth={Math.max(8, each * 0.7)} floor={floor} hatch={hatch} />
        ) : (
          <Line points={placed} floor={floor} />
        )}
        {placed.map(
          ({ fullName, name, x }, place) =>
            named.has(place) && (
              <text key={fullName} x={x} y={height - 6} textAnchor="middle">
                {name}
              </text>
            ),
        )}
        {[...new Set([peak, last])].map(
          (point) =>
            point && (
              <text
                key={point.fullName}
                {...placeOfLabel(point, { width, isBelow: kind === 'line' && point !== peak && yBefore(placed, point) < point.y })}
                className="fill-ink font-bold"
              >
                {format(point.value ?? 0)}
              </text>
            ),
        )}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{pointLabel}</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ fullName, value, isOpen }) => (
              <tr key={fullName}>
                <th scope="row">{`${fullName}${isOpen ? ', so far' : ''}`}</th>
                <td>{value === null ? 'no data' : format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** The caption below a chart. `hatched` adds the legend for hatched bars. */
export const ChartCaption = ({ hatched = false, children }: { hatched?: boolean; children: string }) => (
  <p className="mt-2.5 flex items-center gap-2.5 border-t border-line pt-3 text-label text-ink-soft">
    {hatched && (
      <i
        aria-hidden="true"
        className="size-3.5 shrink-0 rounded-tiny bg-[repeating-linear-gradient(135deg,var(--brand)_0_2px,var(--brand-soft)_2px_5px)]"
      />
    )}
    {children}
  </p>
)
