import { clsx } from 'clsx'
import { Ban, Lock, TriangleAlert } from 'lucide-react'
import { formatDay, formatTime, formatTimes, minutesOf, timeOf } from '#shared/dates.ts'
import { minutesIn, type ShortLesson, type ShortPlan, spanOf, teachingMinutes } from './choices.ts'
import { hoursOf, placedOn, type Scale, scaleOf, topOf } from './lanes.ts'
import './short-day.css'

const LOCK = <Lock aria-label="Keeps its time" className="size-3 shrink-0" />
const SHORT = <TriangleAlert aria-hidden="true" className="size-3" />
const CLOSED = <Ban aria-hidden="true" className="size-4 shrink-0" />

type Times = { startTime: string; endTime: string }
type LaneProps = { scale: Scale; timeFormat: '12' | '24'; hueOf: (id: string) => string }

/** The axis next to it says whether it is AM or PM. */
const timesOf = (times: Times, timeFormat: '12' | '24') => formatTimes(times, timeFormat).replace(/\s[AP]M/g, '')

const Lesson = ({
  lesson,
  times,
  place,
  hue,
  timeFormat,
  isAfter,
}: {
  lesson: ShortLesson
  times: Times
  place: ReturnType<typeof placedOn>[number]
  hue: string
  timeFormat: '12' | '24'
  isAfter: boolean
}) => {
  const { block, before, isTooShort } = lesson
  const [minutes, were] = [minutesIn(times), minutesIn(before)]
  const isSame = times.startTime === before.startTime && times.endTime === before.endTime
  return (
    <li
      className={clsx('short-lesson', hue)}
      data-tiny={place.isTiny || undefined}
      data-short={(isAfter && isTooShort) || undefined}
      style={{ top: place.top, height: place.height, left: `${place.left}%`, width: `${place.width}%` }}
    >
      <span className="short-lesson-time">{timesOf(times, timeFormat)}</span>
      <b>{block.title}</b>
      {isAfter && isSame && LOCK}
      {isAfter && isTooShort && (
        <span className="short-flag">
          {SHORT}
          Too short
        </span>
      )}
      {/* On one line, the title matters more. The times say the same. */}
      {!(place.isTiny && (!isAfter || isTooShort)) && (
        <em>
          <strong>{minutes} min</strong>
          {isAfter && <span>{isSame ? ' as always' : minutes !== were && ` was ${were}`}</span>}
        </em>
      )}
    </li>
  )
}

const Lane = ({
  label,
  lessons,
  which,
  scale,
  timeFormat,
  hueOf,
}: LaneProps & { label: string; lessons: readonly ShortLesson[]; which: 'before' | 'after' }) => {
  const there = lessons.flatMap((lesson) => {
    const times = lesson[which]
    return times ? [{ lesson, times }] : []
  })
  const inOrder = there.sort((a, b) => (a.times.startTime < b.times.startTime ? -1 : 1))
  const places = placedOn(
    scale,
    inOrder.map(({ times }) => times),
  )
  return (
    <ol aria-label={label} className="short-lane" style={{ height: scale.height }}>
      {inOrder.map(({ lesson, times }, at) => {
        const place = places[at]
        return (
          place && (
            <Lesson
              key={lesson.block.id}
              {...{ lesson, times, place, timeFormat }}
              hue={hueOf(lesson.block.id)}
              isAfter={which === 'after'}
            />
          )
        )
      })}
    </ol>
  )
}

/** The part of a day that has no school anymore, before or after the short day. */
const NoSchool = ({ scale, from, to, words }: { scale: Scale; from: number; to: number; words: string }) => {
  const [top, end] = [topOf(scale, from), topOf(scale, to)]
  return (
    end - top > 22 && (
      <p className="no-school" style={{ top, height: end - top - 2 }}>
        {end - top > 30 && CLOSED}
        {words}
      </p>
    )
  )
}

type DayLanesProps = { date: string; plan: ShortPlan; timeFormat: '12' | '24'; hueOf: (id: string) => string }

/** A usual day and the short day, on one scale of time. */
export const DayLanes = ({ date, plan, timeFormat, hueOf }: DayLanesProps) => {
  const { lessons } = plan
  const weekday = formatDay(date, 'weekdayLong')
  const afters = lessons.flatMap(({ after }) => after ?? [])
  const scale = scaleOf([...lessons.map(({ before }) => before), ...afters])
  const [usual, short] = [spanOf(lessons.map(({ before }) => before)), spanOf(afters)]
  const out = lessons.filter(({ after }) => !after)
  const lane = { lessons, scale, timeFormat, hueOf }
  return (
    <div className="short-lanes">
      <span />
      <h3>
        <b className="font-display text-lead text-ink phone:text-label">A usual {weekday}</b>{' '}
        <span>{teachingMinutes(lessons, 'before')} min</span>
      </h3>
      <h3>
        <b className="font-display text-lead text-brand phone:text-label">This {weekday}</b>{' '}
        <span>{teachingMinutes(lessons, 'after')} min of lessons</span>
      </h3>
      <div aria-hidden="true" className="short-axis" style={{ height: scale.height }}>
        {hoursOf(scale).map((hour) => (
          <span key={hour} style={{ top: topOf(scale, hour) }}>
            {formatTime(timeOf(hour), timeFormat).replace(':00', timeFormat === '12' ? '' : ':00')}
          </span>
        ))}
      </div>
      {(['before', 'after'] as const).map((which) => (
        <div key={which} className="relative min-w-0">
          {hoursOf(scale).map((hour) => (
            <i key={hour} className="short-hour" style={{ top: topOf(scale, hour) }} />
          ))}
          {which === 'after' && afters.length > 0 && (
            <>
              <NoSchool
                scale={scale}
                from={minutesOf(usual.startTime)}
                to={minutesOf(short.startTime)}
                words={`No school before ${formatTime(short.startTime, timeFormat)}`}
              />
              <NoSchool
                scale={scale}
                from={minutesOf(short.endTime)}
                to={minutesOf(usual.endTime)}
                words={`No school after ${formatTime(short.endTime, timeFormat)}`}
              />
            </>
          )}
          <Lane {...lane} which={which} label={which === 'before' ? `A usual ${weekday}` : `This ${weekday}`} />
        </div>
      ))}
      {out.length > 0 && (
        <p className="short-out">
          <b className="text-ink">Left out:</b> {out.map(({ block }) => block.title).join(', ')}. Their texts stay.
        </p>
      )}
    </div>
  )
}
