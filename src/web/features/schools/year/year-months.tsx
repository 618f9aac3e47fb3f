import { ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDay, monthOf } from '#shared/dates.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { PHONE, SMALL_SCREEN, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { schoolYearOf } from './school-year.ts'
import { type Range, YearGrid } from './year-grid.tsx'

const EARLIER = <ChevronUp className="size-4" />

const earlierWords = (months: readonly string[]): string => {
  const [first = '', last = ''] = [months[0], months.at(-1)].map((month) => month && formatDay(month, 'month').split(' ')[0])
  return first === last ? `Show ${first}` : `Show ${first} to ${last}`
}

type YearMonthsProps = {
  date: string
  /** The days that the chosen day belongs to, closed or about to be. */
  range: Range
  today: string
  /** Undefined while loading. */
  marks: MonthMarks | undefined
  onChoose: (date: string) => void
  /** Rendered after the last month. */
  children: ReactNode
}

/** The months of the school year. A phone shows one month below the other, so it starts with the current one. */
export const YearMonths = ({ date, range, today, marks, onChoose, children }: YearMonthsProps) => {
  const isSmall = useMedia(SMALL_SCREEN)
  const isPhone = useMedia(PHONE)
  const [areAllShown, setAreAllShown] = useState(false)
  const year = schoolYearOf(date)
  const now = monthOf(today)
  const earlier = year.months.filter((month) => month < now)
  const isShortened = isPhone && !areAllShown && earlier.length > 0 && year.months.includes(now) && date >= now
  return (
    <>
      {isShortened && (
        <Button variant="ghost" icon={EARLIER} className="mb-2 w-full" onClick={() => setAreAllShown(true)}>
          {earlierWords(earlier)}
        </Button>
      )}
      <div className="year" data-large={isSmall || undefined}>
        <YearGrid
          year={isShortened ? { ...year, months: year.months.slice(earlier.length) } : year}
          marks={marks}
          today={today}
          chosen={date}
          range={range}
          onChoose={onChoose}
        />
        {children}
      </div>
    </>
  )
}
