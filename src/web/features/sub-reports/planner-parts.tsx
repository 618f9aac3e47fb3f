import { Suspense } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useWasIdle } from '#web/lib/time/when-idle.ts'
import { useReportLine, useReportsOn } from './shown-reports.ts'

const SubReportsPart = lazyPart(async () => (await import('./sub-reports.tsx')).SubReports)
const DayReportsPart = lazyPart(async () => (await import('./report-marks.tsx')).DayReports)
const LessonReportPart = lazyPart(async () => (await import('./report-marks.tsx')).LessonReport)
const BlockReportPart = lazyPart(async () => (await import('./report-marks.tsx')).BlockReport)

const Reports = () =>
  useWasIdle() && (
    <Suspense>
      <SubReportsPart />
    </Suspense>
  )

const DayTop: NonNullable<PlannerParts['DayTop']> = ({ date }) => {
  const reports = useReportsOn(date)
  if (reports.length === 0) return null
  return (
    <Suspense>
      <DayReportsPart reports={reports} />
    </Suspense>
  )
}

const LessonFoot: NonNullable<PlannerParts['LessonFoot']> = ({ date, block, hue }) => {
  const line = useReportLine(date, block.id)
  if (!line) return null
  return (
    <Suspense>
      <LessonReportPart date={date} block={block} hue={hue} line={line} />
    </Suspense>
  )
}

const BlockTop: NonNullable<PlannerParts['BlockTop']> = ({ date, block }) => {
  const line = useReportLine(date, block.id)
  if (!line) return null
  return (
    <Suspense>
      <BlockReportPart date={date} block={block} line={line} />
    </Suspense>
  )
}

/** The parts that substitutes' reports add to the planner. */
export const subReportParts: PlannerParts = { Dialogs: Reports, DayTop, LessonFoot, BlockTop }
