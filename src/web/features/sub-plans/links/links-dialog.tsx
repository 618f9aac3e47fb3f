import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { SubLink } from '#shared/sub-links/contract.ts'
import { type CalendarRef, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { personQuery } from '#web/features/calendar/days/queries.ts'
import { useUser } from '#web/features/people/data.ts'
import { makeLink, useIsMine, useLinks } from '#web/features/sub-links/data.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton, Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { report } from '#web/ui/report.ts'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { LinkFoot, LinkView, useTurnOff } from './link-dialog.tsx'
import { datesWords, openedWords, shownLink } from './link-words.ts'

const LINK = <Link2 className="size-4" />

type ChooserProps = { links: readonly SubLink[]; shown: SubLink | undefined; onChoose: (link: SubLink) => void }

/** The links that are open, if there are several. */
const Chooser = ({ links, shown, onChoose }: ChooserProps) => {
  const { id } = useUser()
  const isMine = useIsMine()
  return (
    <ul className="mb-4 grid gap-1.5 sm:grid-cols-2">
      {links.map((link) => (
        <li key={link.id}>
          <button
            type="button"
            aria-pressed={link.id === shown?.id}
            className={clsx(
              'min-h-11 w-full rounded-control border border-line px-3 py-1.5 text-left transition-colors duration-150 hover:border-line-strong',
              'aria-pressed:border-brand aria-pressed:bg-brand-soft',
            )}
            onClick={() => onChoose(link)}
          >
            <span className="block text-control font-semibold">
              {datesWords(link.dates)}
              {link.teacher.id !== id && `, ${link.teacher.name}`}
            </span>
            <span className="block text-caption text-ink-soft">
              {isMine(link) ? '' : `Made by ${link.madeBy.name}. `}
              {openedWords(link.openingCount)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Returns the calendar of a link's days, if it is the teacher's own or the one on screen. */
const useCalendarOf = (link: SubLink | undefined, calendar: CalendarRef): CalendarRef | undefined => {
  const { id } = useUser()
  const own = useOwnCalendar()
  if (link?.teacher.id === id) return own
  return calendar.isViewed && link?.teacher.id === calendar.owner ? calendar : undefined
}

type LinksDialogProps = {
  calendar: CalendarRef
  /** The link to begin with. Without it, an open link of these dates, or the latest. */
  linkId?: string | undefined
  /** The days of a new link. */
  dates: readonly string[]
  onClose: () => void
}

/** A link for the substitute: the links of a teacher's days that are open, and one of them in full. */
export const LinksDialog = ({ calendar, linkId, dates, onClose }: LinksDialogProps) => {
  const user = useUser()
  const { data: links, error, isFetching, refetch } = useLinks()
  const [chosen, setChosen] = useState(linkId)
  const [isMaking, setIsMaking] = useState(false)
  const { data: owner } = useQuery({ ...personQuery(calendar), enabled: calendar.isViewed })
  const isHere = (link: SubLink) => (calendar.isViewed ? link.teacher.id === calendar.owner : true)
  const open = links?.filter((link) => link.state === 'open' && isHere(link)) ?? []
  const shown = shownLink(links ?? [], open, { chosen, dates })
  const ofLink = useCalendarOf(shown, calendar)

  const make = async (ofDates: readonly string[]) => {
    setIsMaking(true)
    await report(async () => setChosen((await makeLink(calendar, { dates: [...ofDates] })).id), {
      failed: (reason) => ({ title: 'Failed to make a link', description: reason }),
    })
    setIsMaking(false)
  }
  const { askFirst, question } = useTurnOff((ofDates) => void make(ofDates))
  const isOfOther = shown !== undefined && shown.teacher.id !== user.id
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title="A link for your substitute"
      description="Anyone who has it can read the plan on a phone. No account, no sign-in."
      footer={
        shown ? (
          <LinkFoot
            link={shown}
            isMaking={isMaking}
            onNew={shown.id === linkId ? undefined : () => void make(dates)}
            onTurnOff={() => askFirst(shown)}
            onClose={onClose}
          />
        ) : (
          <EmptyFoot />
        )
      }
    >
      {error && !links && (
        <ErrorState title="Couldn’t load the links" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!links && !error && <LoadingRows />}
      {open.length > 1 && <Chooser links={open} shown={shown} onChoose={({ id }) => setChosen(id)} />}
      {shown && (
        <LinkView
          key={shown.id}
          link={shown}
          calendar={ofLink}
          of={isOfOther ? shown.teacher.name : undefined}
          hasStudentNotes={!isOfOther || owner?.sharesStudentNotes === true}
        />
      )}
      {links && !shown && (
        <EmptyState
          icon={LINK}
          title="No link is open"
          description={`It shows the plan of ${datesWords(dates)} on a substitute’s phone, and ends at 11:59 PM on its last day.`}
          action={
            <Button variant="solid" busy={isMaking} onClick={() => void make(dates)}>
              Make a link
            </Button>
          }
        />
      )}
      {question}
    </Dialog>
  )
}

const EmptyFoot = () => (
  <>
    <span className="flex-1" />
    <CloseButton>Done</CloseButton>
  </>
)
