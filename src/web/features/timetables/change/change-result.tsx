import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, CalendarX2, Clock, History, Inbox, Tag } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { formatDay } from '#shared/dates.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { textsQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { type GridClass, usedIn } from '#web/features/timetables/model/grid.ts'
import { counted } from '#web/lib/counted.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { addedInWords, type ChangePlan, commonShift } from './change-plan.ts'
import { classFacts, replacedFact } from './change-words.ts'
import type { ChangeState } from './use-change.ts'

type FactProps = { Icon: ComponentType<{ className: string; 'aria-hidden': 'true' }>; title: string; children: ReactNode }

const Fact = ({ Icon, title, children }: FactProps) => (
  <li className="flex gap-2.5 text-label leading-snug">
    <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand" />
    <span>
      <b className="block font-semibold">{title}</b>
      <span className="text-ink-soft">{children}</span>
    </span>
  </li>
)

const shiftInWords = (minutes: number | null): string => {
  if (minutes === null) return 'They get their new times. Alerts too.'
  return `They begin ${Math.abs(minutes)} minutes ${minutes > 0 ? 'later' : 'earlier'}. Alerts too.`
}

type UnplacedProps = { unplaced: ChangePlan['unplaced']; ended: number; colors: ReadonlyMap<string, number> }

/** The texts that lose their lesson, in full, so that the teacher reads them before pressing the button. */
const UnplacedTexts = ({ unplaced, ended, colors }: UnplacedProps) => {
  const calendar = useCalendar()
  const dates = unplaced.map(({ date }) => date)
  const [from = '', to = from] = [dates[0], dates.at(-1)]
  const texts = useQuery(textsQuery(calendar, from, to))
  const htmlOf = (date: string, id: string) =>
    texts.data?.find((day) => day.date === date)?.blocks.find((block) => block.id === id)?.description
  return (
    <section aria-labelledby="change-unplaced">
      <h3 id="change-unplaced" className="flex items-center gap-2 font-text text-label font-semibold tracking-normal">
        <Inbox aria-hidden="true" className="size-4" />
        {counted(unplaced.length, 'plan')} {unplaced.length === 1 ? 'needs' : 'need'} a new place
      </h3>
      <p className="mt-1 text-caption text-ink-soft">
        {unplaced.length === 1 ? 'It waits' : 'They wait'} in Unplaced lessons until you put {unplaced.length === 1 ? 'it' : 'them'} on a
        day.
        {ended > 0 && ` ${counted(ended, 'empty lesson')} just ${ended === 1 ? 'ends' : 'end'}.`}
      </p>
      {texts.error && !texts.data ? (
        <ErrorState
          title="Couldn’t load the texts"
          description={texts.error.message}
          busy={texts.isFetching}
          onRetry={() => void texts.refetch()}
        />
      ) : (
        <ul className="mt-2 grid gap-2">
          {unplaced.map(({ date, block }) => {
            const html = htmlOf(date, block.id)
            return (
              <li
                key={`${date} ${block.id}`}
                className={`tt-class h-auto! flex-col items-start! gap-1! border border-dashed border-line-strong py-2! whitespace-normal! h${colors.get(block.classId ?? '') ?? 8}`}
              >
                <span className="flex w-full gap-2">
                  <b className="min-w-0 flex-1 truncate font-semibold">{block.title}</b>
                  <small>{formatDay(date, 'short')}</small>
                </span>
                {html === undefined ? (
                  <Skeleton className="h-8 w-full" />
                ) : (
                  <div className="w-full text-caption font-normal">
                    <RichText html={html} />
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

type ChangeResultProps = { timetable: Timetable; state: ChangeState; known: readonly GridClass[] }

/** What a change does, below its number of days. */
export const ChangeResult = ({ timetable, state, known }: ChangeResultProps) => {
  const { plan, outline, before, grid, days, from, classes, sentClasses } = state
  if (outline.error && !outline.data)
    return (
      <ErrorState
        title="Couldn’t load your lessons"
        description={outline.error.message}
        busy={outline.isFetching}
        onRetry={() => void outline.refetch()}
      />
    )
  if (!plan) return state.dateProblem === null ? <Skeleton className="h-64" /> : null
  const { moved, added, ended, unplaced } = plan
  const colors = new Map(classes.map(({ id, color }) => [id, color]))
  const used = usedIn(grid, days)
  const ofClasses = classFacts(sentClasses, { known, from, hasLessons: (id) => used.has(id) })
  const replaced = replacedFact(timetable, plan, state)
  const day = formatDay(from, 'monthDay')
  return (
    <>
      <ul className="grid gap-3">
        {moved > 0 && (
          <Fact Icon={Clock} title={`${counted(moved, 'lesson')} ${moved === 1 ? 'keeps its' : 'keep their'} day`}>
            {shiftInWords(commonShift(before, grid))}
          </Fact>
        )}
        {added > 0 && (
          <Fact Icon={ArrowLeftRight} title={`${counted(added, 'lesson')} ${added === 1 ? 'is' : 'are'} new`}>
            {addedInWords(plan, classes)}.
          </Fact>
        )}
        {ofClasses.map(({ title, detail }) => (
          <Fact key={title} Icon={Tag} title={title}>
            {detail}
          </Fact>
        ))}
        {replaced && (
          <Fact Icon={CalendarX2} title={replaced.title}>
            {replaced.detail}
          </Fact>
        )}
        {(plan.days.length > 0 || ofClasses.length === 0) && (
          <Fact Icon={History} title={ofClasses.length > 0 ? `No lesson before ${day} moves` : `Nothing before ${day} changes`}>
            What you taught stays as it was.
          </Fact>
        )}
        {unplaced.length === 0 && ended > 0 && (
          <Fact Icon={Inbox} title={`${counted(ended, 'empty lesson')} just ${ended === 1 ? 'ends' : 'end'}`}>
            No text is lost.
          </Fact>
        )}
      </ul>
      {unplaced.length > 0 && <UnplacedTexts unplaced={unplaced} ended={ended} colors={colors} />}
    </>
  )
}
